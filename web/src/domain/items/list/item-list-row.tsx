import { useMergedRef } from "@mantine/hooks";
import type { CategoryRow } from "@shelv/contract/rows/category";
import type { ItemRow } from "@shelv/contract/rows/item";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { truncate } from "@shelv/public-page/text/truncate";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import type { VirtualItem } from "@tanstack/react-virtual";
import { memo, type ReactNode, useCallback } from "react";
import type { RowMark } from "#local-store/queries";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import type { SortedRow } from "#ui/sortable/sortable-area.tsx";
import { isolateBidi } from "#words/format/isolate-bidi";
import { itemsScreenWords, itemsWords } from "#words/screens/items";
import { ItemMarks } from "#domain/items/item-marks.tsx";
import { ItemMenuButton, type OpenItemMenu } from "#domain/items/item-menu.tsx";
import { ItemUrl } from "#domain/items/item-url.tsx";
import { useOpenItem } from "#domain/items/open-item";
import { SelectBox } from "#domain/items/selection/select-box.tsx";
import { Thumbnail } from "#domain/items/thumbnail.tsx";
import type { WindowedRows } from "#domain/items/use-virtual-rows";
import { ShelfNameLink } from "#domain/shelves/shelf-name-link.tsx";
import { SyncMark } from "#domain/tray/sync-mark.tsx";
import styles from "./item-list.module.css";

/** Longer texts are truncated. */
const TITLE_SHOWN_LENGTH = 50;
const DESCRIPTION_SHOWN_LENGTH = 75;

/** The elements of a list and of a table. With another `display`, some browsers forget a table's roles. */
export const LIST = { Frame: "div", Body: "ul", Row: "li", Title: "div", Cell: "span" } as const;
export const TABLE = { Frame: "table", Body: "tbody", Row: "tr", Title: "th", Cell: "td" } as const;
export const roleIn = (isTable: boolean, role: string) => (isTable ? { role } : {});

export type RowProps = {
  id: string;
  at: VirtualItem;
  virtualizer: WindowedRows;
  count: number | undefined;
  isTable: boolean;
  /** Undefined until read. */
  item: ItemRow | undefined;
  shelf: ShelfRow | undefined;
  categories: readonly CategoryRow[];
  mark: RowMark | undefined;
  editHref: string;
  /** Null: nothing can be selected. */
  isSelected: boolean | null;
  onToggle: (id: string) => void;
  onDelete: (item: ItemRow) => void;
  onMenu: OpenItemMenu;
};

type ItemListRowProps = RowProps & { sorted?: SortedRow; handle?: ReactNode };

export function ItemListRow({
  id,
  at,
  virtualizer,
  count,
  sorted,
  handle,
  onToggle,
  ...facts
}: ItemListRowProps) {
  const { item, isTable, isSelected } = facts;
  const { key, index } = at;
  // Measured again when its content changes: the virtualizer caches sizes by element.
  const measure = useCallback(
    (element: HTMLElement | null) => {
      virtualizer.measureElement(element);
      return () => void virtualizer.elementsCache.delete(key);
    },
    [virtualizer, key],
  );
  const ref = useMergedRef(measure, sorted?.ref);
  const { Row, Cell } = isTable ? TABLE : LIST;
  return (
    <Row
      {...sorted}
      ref={ref}
      {...(isTable
        ? { role: "row", "aria-rowindex": index + 2 }
        : { "aria-posinset": index + 1, "aria-setsize": count ?? -1 })}
      data-index={index}
      data-row={id}
      data-selected={isSelected ?? undefined}
      className={styles["row"]}
      style={{ ...sorted?.style, top: at.start - virtualizer.options.scrollMargin }}
    >
      {item && (
        <>
          <Cell {...roleIn(isTable, "cell")} className={styles["image"]}>
            {isSelected === null ? (
              handle
            ) : (
              <SelectBox item={item} isSelected={isSelected} onToggle={onToggle} />
            )}
            <Picture item={item} isOnBoard />
          </Cell>
          <Facts {...facts} item={item} isSelecting={isSelected !== null} />
        </>
      )}
    </Row>
  );
}

/** Each step of a drag renders the rows, but not their content. */
const Picture = memo(Thumbnail);

type FactsProps = Pick<
  RowProps,
  "isTable" | "shelf" | "categories" | "mark" | "editHref" | "onDelete" | "onMenu"
> & { item: ItemRow; isSelecting: boolean };

const Facts = memo(function Facts({
  item,
  isTable,
  shelf,
  categories,
  mark,
  editHref,
  isSelecting,
  onDelete,
  onMenu,
}: FactsProps) {
  const { Title, Cell } = isTable ? TABLE : LIST;
  const names = categories
    .filter(({ id }) => item.categoryIds.includes(id))
    .map(({ name }) => isolateBidi(name));
  return (
    <>
      <Title {...(isTable && { role: "rowheader", scope: "row" })} className={styles["title"]}>
        <h2 className={styles["name"]}>
          {isSelecting ? (
            <span className={styles["words"]} dir="auto">
              {truncate(item.title, TITLE_SHOWN_LENGTH)}
            </span>
          ) : (
            <EditLink item={item} href={editHref} />
          )}
          <SyncMark mark={mark} />
        </h2>
        {item.description !== "" && (
          <p className={styles["description"]} dir="auto">
            {truncate(item.description, DESCRIPTION_SHOWN_LENGTH)}
          </p>
        )}
        <ItemMarks item={item} />
      </Title>
      {shelf && (
        <Cell
          {...roleIn(isTable, "cell")}
          className={styles["shelf"]}
          data-alone={names.length === 0 || undefined}
          dir="auto"
        >
          <ShelfNameLink shelf={shelf} />
        </Cell>
      )}
      <Cell {...roleIn(isTable, "cell")} className={styles["url"]}>
        <ItemUrl item={item} className={styles["address"]} />
      </Cell>
      {categories.length > 0 && (
        <Cell {...roleIn(isTable, "cell")} className={styles["categories"]}>
          {names.join(", ")}
        </Cell>
      )}
      <Cell {...roleIn(isTable, "cell")} className={styles["price"]} dir="auto">
        {item.price}
      </Cell>
      <Cell {...roleIn(isTable, "cell")} className={styles["actions"]}>
        {!isSelecting && (
          <>
            {isTable && <IconPencil size={21} className={styles["pencil"]} aria-hidden="true" />}
            <ItemMenuButton item={item} onMenu={onMenu} />
            {isTable && (
              <IconButton aria-label={itemsWords.delete(item.title)} onClick={() => onDelete(item)}>
                <IconTrash size={21} />
              </IconButton>
            )}
          </>
        )}
      </Cell>
    </>
  );
});

/** It covers the row: a press anywhere, as on the pencil, opens the item. */
function EditLink({ item, href }: { item: ItemRow; href: string }) {
  const openItem = useOpenItem();
  const title = truncate(item.title, TITLE_SHOWN_LENGTH);
  return (
    <a
      href={href}
      onClick={(event) => openItem(event, item)}
      className={styles["words"]}
      aria-label={itemsScreenWords.edit(title)}
      dir="auto"
    >
      {title}
    </a>
  );
}
