import type { CategoryRow } from "@shelv/contract/rows/category";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { useLast } from "#platform/react/use-last";

import styles from "./category-form.module.css";

const CategoryForm = lazyComponent(async () => (await import("./category-form")).CategoryForm);

export const NEW_CATEGORY = "new";

type CategoryEditorProps = {
  shelfId: string;
  siblings: readonly CategoryRow[];
  openId: string | undefined;
  onClose: () => void;
};

/**
 * The category's form. It is below the chips, so that it stays with its text when another device deletes the
 * category.
 */
export function CategoryEditor({ shelfId, siblings, openId, onClose }: CategoryEditorProps) {
  const row = siblings.find(({ id }) => id === openId);
  const shown = useLast(openId === NEW_CATEGORY ? NEW_CATEGORY : row);
  const isOpen = openId !== undefined && openId === (typeof shown === "object" ? shown.id : shown);
  const mayOpen = CategoryForm.useMayOpen(isOpen);
  if (isOpen && !mayOpen) return <div className={styles["coming"]} />;
  if (!mayOpen || shown === undefined) return null;
  return (
    <CategoryForm
      key={openId}
      shelfId={shelfId}
      siblings={siblings}
      category={shown === NEW_CATEGORY ? null : shown}
      onClose={onClose}
    />
  );
}
