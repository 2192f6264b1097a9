import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { IconEye, IconPencil, IconTrash } from "@tabler/icons-react";
import { IconButton, LinkIcon } from "#ui/buttons/icon-button.tsx";
import { shelvesWords } from "#words/screens/shelves";

/** Edit, view and delete, in each list of shelves. */
export function ShelfButtons({ shelf: { id, name }, onDelete }: { shelf: ShelfRow; onDelete: () => void }) {
  const params = { shelfId: id };
  return (
    <>
      <LinkIcon to="/shelves/$shelfId" params={params} aria-label={shelvesWords.edit(name)}>
        <IconPencil size={21} />
      </LinkIcon>
      <LinkIcon to="/shelves/$shelfId/preview" params={params} aria-label={shelvesWords.view(name)}>
        <IconEye size={21} />
      </LinkIcon>
      <IconButton aria-label={shelvesWords.delete(name)} onClick={onDelete}>
        <IconTrash size={21} />
      </IconButton>
    </>
  );
}
