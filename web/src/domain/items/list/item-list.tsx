/**
 * The items of a shelf or of all shelves, a virtual list. On wide screens it is a table, with the same rows.
 */
import { useMediaQuery } from "@mantine/hooks";
import type { CategoryRow } from "@shelv/contract/rows/category";
import type { ItemRow } from "@shelv/contract/rows/item";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { type ComponentType, type ReactNode, useMemo, useRef, useState } from "react";
import type { RowMark } from "#local-store/queries";
import { useConfirmDelete } from "#ui/dialogs/use-confirm-delete";
import { itemsScreenWords } from "#words/screens/items";
import { DeleteItemDialog } from "#domain/items/delete-item-dialog.tsx";
import { type OpenItemMenu, useItemMenu } from "#domain/items/item-menu.tsx";
import type { Selection } from "#domain/items/selection/use-selection";
import { type KnownItems, useVirtualRows, useVisibleItems } from "#domain/items/use-virtual-rows";
import styles from "./item-list.module.css";
import { ItemListRow, LIST, roleIn, type RowProps, TABLE } from "./item-list-row";
import { NO_ROWS, recycleRows } from "./recycle-rows";

/** In step with item-list.module.css; on a phone of rows without a description. Avoids a second layout. */
const TABLE_ROW_PX = 73;
const ROW_PX = 79;
const SHELF_LINE_PX = 22;

const NO_CATEGORIES: readonly CategoryRow[] = [];

export type ItemListProps = {
  label: string;
  ids: readonly string[];
  /** Undefined until known. */
  count: number | undefined;
  known?: KnownItems;
  /** The result of a new one reuses DOM rows. */
  query?: string;
  /** If the rows are of several shelves: each names its own. */
  shelves?: readonly ShelfRow[];
  categories: readonly CategoryRow[] | undefined;
  marks: ReadonlyMap<string, RowMark> | undefined;
  selection: Selection;
  hrefOf: (item: ItemRow) => string;
  pinnedId?: string | undefined;
  Row?: ComponentType<RowProps>;
  /** Called for each row while it renders. */
  onShow?: (item: ItemRow) => void;
  /** Shown instead of an empty list. */
  children: ReactNode;
};

export function ItemList({ children, ...rows }: ItemListProps) {
  const { deletion, ask, cancel } = useConfirmDelete<ItemRow>();
  const { openMenu, menu } = useItemMenu(ask);
  return (
    <>
      {rows.ids.length === 0 ? children : <Rows {...rows} onDelete={ask} onMenu={openMenu} />}
      {menu}
      <DeleteItemDialog deletion={deletion} onClose={cancel} />
    </>
  );
}

type RowsProps = Omit<ItemListProps, "children"> & {
  onDelete: (item: ItemRow) => void;
  onMenu: OpenItemMenu;
};

function Rows({
  label,
  ids,
  count,
  known,
  query = "",
  shelves,
  categories = NO_CATEGORIES,
  marks,
  selection,
  hrefOf,
  pinnedId,
  Row = ItemListRow,
  onShow,
  ...all
}: RowsProps) {
  const isTable = useMediaQuery("(min-width: 76em)", undefined, { getInitialValueInEffect: false });
  const place = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualRows(place, {
    ids,
    rowPx: isTable ? TABLE_ROW_PX : ROW_PX + (shelves ? SHELF_LINE_PX : 0),
    pinnedId,
    query,
  });
  const inSight = virtualizer.getVirtualItems();
  const itemOf = useVisibleItems(inSight, ids, known);
  const rendered = itemOf.size > 0 ? inSight : [];
  const keys = rendered.map(({ key }) => key);
  const [before, setRows] = useState(NO_ROWS);
  const recycled = recycleRows(before, keys, query);
  if (recycled !== before) setRows(recycled);
  const shelfOf = useMemo(() => new Map(shelves?.map((shelf) => [shelf.id, shelf])), [shelves]);
  const { Frame, Body } = isTable ? TABLE : LIST;
  return (
    <div
      ref={place}
      className={isTable ? styles["table"] : styles["list"]}
      data-one-shelf={shelves === undefined || undefined}
      data-selecting={selection.isOn || undefined}
      data-no-categories={categories.length === 0 || undefined}
    >
      <Frame
        {...(isTable && {
          role: "table",
          "aria-label": label,
          "aria-rowcount": count === undefined ? -1 : count + 1,
        })}
      >
        {isTable && (
          <Head without={[...(shelves ? [] : ["shelf"]), ...(categories.length > 0 ? [] : ["categories"])]} />
        )}
        <Body
          {...(isTable ? { role: "rowgroup" } : { role: "list", "aria-label": label })}
          className={styles["rows"]}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {rendered.map((at) => {
            const id = ids[at.index] ?? "";
            const item = itemOf.get(id);
            if (item) onShow?.(item);
            return (
              <Row
                key={recycled.rowOf.get(at.key)}
                {...all}
                id={id}
                at={at}
                virtualizer={virtualizer}
                count={count}
                isTable={isTable}
                item={item}
                shelf={item && shelfOf.get(item.shelfId)}
                categories={categories}
                mark={marks?.get(id)}
                editHref={item ? hrefOf(item) : ""}
                isSelected={selection.isOn && item ? selection.has(id) : null}
                onToggle={selection.toggle}
              />
            );
          })}
        </Body>
      </Frame>
    </div>
  );
}

const Head = ({ without }: { without: readonly string[] }) => (
  <thead {...roleIn(true, "rowgroup")}>
    <tr {...roleIn(true, "row")} aria-rowindex={1} className={styles["head"]}>
      {Object.entries(itemsScreenWords.columns).map(
        ([name, heading]) =>
          !without.includes(name) && (
            <th key={name} {...roleIn(true, "columnheader")} scope="col" className={styles[name]}>
              {heading}
            </th>
          ),
      )}
    </tr>
  </thead>
);
