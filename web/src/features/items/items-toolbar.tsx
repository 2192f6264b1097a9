import { Button, Input } from "@mantine/core";
import { SHELF_DEFAULT_EMOJI, type ShelfRow } from "@shelv/contract/rows/shelf";
import { IconPlus, IconSelector } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { itemsScreenWords as words, itemsWords } from "#words/screens/items";
import { NEW_ITEM, useOpenItem } from "#domain/items/open-item";
import { SelectButton } from "#domain/items/selection/select-box.tsx";
import type { Selection } from "#domain/items/selection/use-selection";
import { PasteButton } from "#domain/share-inbox/paste-button.tsx";
import styles from "./items-toolbar.module.css";

type ItemsToolbarProps = {
  shelves: readonly ShelfRow[];
  shelfId: string | undefined;
  onShelf: (shelfId: string | undefined) => void;
  search: ReactNode;
  count: number | undefined;
  selection: Selection;
};

/** Memoized: a keystroke in the search changes only the count. */
export const ItemsToolbar = ({ shelves, shelfId, onShelf, search, count, selection }: ItemsToolbarProps) => (
  <div className={styles["toolbar"]}>
    {search}
    <PasteButton />
    <ShelfFilter shelves={shelves} shelfId={shelfId} onShelf={onShelf} />
    {!selection.isOn && <AddItem isPossible={shelves.length > 0} shelfId={shelfId} />}
    <div className={styles["under"]}>
      <output className={styles["count"]}>{count === undefined ? "\u00A0" : words.found(count)}</output>
      {count !== undefined && count > 0 && <SelectButton selection={selection} />}
    </div>
  </div>
);

/** Mantine's wrapper for label and error renders twice: the screen's first render took twice as long. */
const ShelfFilter = memo(
  ({ shelves, shelfId, onShelf }: Pick<ItemsToolbarProps, "shelves" | "shelfId" | "onShelf">) => (
    <Input
      component="select"
      size="md"
      pointer
      rightSection={<IconSelector size={18} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      aria-label={words.filter}
      className={styles["filter"] ?? ""}
      value={shelfId ?? ""}
      onChange={({ currentTarget }) => onShelf(currentTarget.value || undefined)}
    >
      <option value="">{words.allShelves}</option>
      {shelves.map(({ id, name, emoji }) => (
        <option key={id} value={id}>{`${emoji || SHELF_DEFAULT_EMOJI} ${name}`}</option>
      ))}
    </Input>
  ),
);

const AddItem = memo(function AddItem({
  isPossible,
  shelfId,
}: {
  isPossible: boolean;
  shelfId: string | undefined;
}) {
  const openItem = useOpenItem();
  if (!isPossible)
    return (
      <Button disabled leftSection={<IconPlus size={20} />}>
        {itemsWords.add}
      </Button>
    );
  return (
    <LinkButton
      to="/items"
      search={{ shelf: shelfId, item: NEW_ITEM }}
      resetScroll={false}
      onClick={(event) => openItem(event, NEW_ITEM)}
      leftSection={<IconPlus size={20} />}
    >
      {itemsWords.add}
    </LinkButton>
  );
});
