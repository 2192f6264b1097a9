import { truncate } from "@shelv/public-page/text/truncate";
import { Fragment, memo } from "react";
import { isolateBidi } from "#words/format/isolate-bidi";
import { itemsScreenWords as words } from "#words/screens/items";
import { SyncMark } from "#domain/tray/sync-mark.tsx";
import { ItemButtons } from "#domain/items/item-menu.tsx";
import { ItemMarks, marksOf } from "#domain/items/item-marks.tsx";
import { SelectBox } from "#domain/items/selection/select-box.tsx";
import { ItemUrl } from "#domain/items/item-url.tsx";
import { Thumbnail } from "#domain/items/thumbnail.tsx";
import { ShelfNameLink } from "#domain/shelves/shelf-name-link.tsx";
import { categoryNames } from "./category-names";
import { formHref, type ItemRowsProps, type RowActions, selectedIn, type ShownItem } from "./shown-item";
import styles from "./item-table.module.css";
import { DESCRIPTION_SHOWN_LENGTH, TITLE_SHOWN_LENGTH } from "./shown-lengths";

const BLANK = "\u00A0";

/** Empty rows of the same total height replace those out of sight. The first row is the heading. */
export function ItemTable({ rows, count, virtualizer, selection, ...actions }: ItemRowsProps) {
  const top = virtualizer.options.scrollMargin;
  const gapBefore = (place: number) => (rows[place]?.at.start ?? top) - (rows[place - 1]?.at.end ?? top);
  const after = virtualizer.getTotalSize() - ((rows.at(-1)?.at.end ?? top) - top);
  return (
    <table
      className={styles["table"]}
      data-selecting={selection.isOn || undefined}
      aria-label={words.tableLabel}
      aria-rowcount={count === undefined ? -1 : count + 1}
    >
      <thead>
        <tr aria-rowindex={1}>
          {Object.entries(words.columns).map(([name, heading]) => (
            <th key={name} scope="col" className={styles[name]}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ at, row, ...shown }, place) => (
          <Fragment key={row}>
            <Gap height={gapBefore(place)} />
            <Row
              {...shown}
              {...actions}
              index={at.index}
              isSelected={selectedIn(selection, shown.item)}
              onToggle={selection.toggle}
            />
          </Fragment>
        ))}
        <Gap height={after} />
      </tbody>
    </table>
  );
}

const Gap = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr aria-hidden="true" style={{ height }}>
      <td colSpan={7} className={styles["gap"]}>
        {BLANK}
      </td>
    </tr>
  ) : null;

type RowProps = Omit<ShownItem, "at" | "row"> & RowActions & { index: number };

const Row = memo(function Row({
  index,
  item,
  shelf,
  categories,
  mark,
  shelfId,
  isSelected,
  onToggle,
  ...actions
}: RowProps) {
  if (!item)
    return (
      <tr aria-rowindex={index + 2} className={styles["row"]}>
        <td colSpan={7}>{BLANK}</td>
      </tr>
    );
  const hasMarks = marksOf(item).length > 0;
  return (
    <tr
      aria-rowindex={index + 2}
      data-row={item.id}
      data-selected={isSelected || undefined}
      className={styles["row"]}
    >
      <td className={styles["image"]}>
        <span className={styles["picture"]}>
          {isSelected !== null && <SelectBox item={item} isSelected={isSelected} onToggle={onToggle} />}
          <Thumbnail item={item} isOnBoard />
        </span>
      </td>
      <th scope="row" className={styles["title"]}>
        <span className={styles["name"]}>
          <span className={styles["words"]} dir="auto">
            {truncate(item.title, TITLE_SHOWN_LENGTH)}
          </span>
          <SyncMark mark={mark} />
        </span>
        {hasMarks ? (
          // The marks replace the description: all rows have one height.
          <span className={styles["description"]}>
            <ItemMarks item={item} />
          </span>
        ) : (
          item.description !== "" && (
            <span className={styles["description"]} dir="auto">
              {truncate(item.description, DESCRIPTION_SHOWN_LENGTH)}
            </span>
          )
        )}
      </th>
      <td className={styles["shelf"]}>
        <span className={styles["two"]} dir="auto">
          {shelf && <ShelfNameLink shelf={shelf} />}
        </span>
      </td>
      <td className={styles["url"]}>
        <ItemUrl item={item} className={styles["line"]} />
      </td>
      <td className={styles["categories"]}>
        <span className={styles["two"]}>{categoryNames(item, categories).map(isolateBidi).join(", ")}</span>
      </td>
      <td className={styles["price"]}>
        <span className={styles["two"]} dir="auto" title={item.price}>
          {item.price}
        </span>
      </td>
      <td className={styles["actions"]}>
        {isSelected === null && <ItemButtons {...actions} item={item} editHref={formHref(item, shelfId)} />}
      </td>
    </tr>
  );
});
