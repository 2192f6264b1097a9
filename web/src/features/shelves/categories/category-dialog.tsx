import { categoriesOfShelf } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { useLast } from "#platform/react/use-last";
import { categoryWords as words } from "#words/screens/categories";

const CategoryForm = lazyComponent(async () => (await import("./category-form")).CategoryForm);

/** In the address of a new category's form. */
export const NEW_CATEGORY = "new";

type CategoryDialogProps = {
  shelfId: string;
  /** Undefined if none is open. */
  openId: string | undefined;
  onClose: () => void;
};

/** The content stays while the dialog closes, and when another device deletes the category. */
export function CategoryDialog({ shelfId, openId, onClose }: CategoryDialogProps) {
  const siblings = useLiveQuery(categoriesOfShelf, shelfId) ?? [];
  const shown = useLast(openId === NEW_CATEGORY ? NEW_CATEGORY : siblings.find(({ id }) => id === openId));
  const isOpen = openId !== undefined && openId === (typeof shown === "object" ? shown.id : shown);
  return (
    <FormDialog
      isOpen={isOpen}
      form={CategoryForm}
      title={shown === NEW_CATEGORY ? words.addTitle : words.renameTitle}
      isInAddress
      onClose={onClose}
    >
      {(close) =>
        shown && (
          <CategoryForm
            key={typeof shown === "object" ? shown.id : shown}
            shelfId={shelfId}
            siblings={siblings}
            category={shown === NEW_CATEGORY ? null : shown}
            onClose={close}
          />
        )
      }
    </FormDialog>
  );
}
