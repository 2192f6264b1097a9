import { truncate } from "@shelv/public-page/text/truncate";
import { memo, type ReactNode, useCallback } from "react";
import { actionWords } from "#words/actions";
import { isolateBidi } from "#words/format/isolate-bidi";
import { itemsScreenWords as words } from "#words/screens/items";
import { SyncMark } from "#domain/tray/sync-mark.tsx";
import { ItemMenuButton } from "#domain/items/item-menu.tsx";
import { ItemMarks } from "#domain/items/item-marks.tsx";
import { useOpenItem } from "#domain/items/open-item";
import { SelectBox } from "#domain/items/selection/select-box.tsx";
import { ItemUrl } from "#domain/items/item-url.tsx";
import { Thumbnail } from "#domain/items/thumbnail.tsx";
import { ShelfNameLink } from "#domain/shelves/shelf-name-link.tsx";
import { categoryNames } from "./category-names";
import styles from "./item-cards.module.css";
import { formHref, type ItemRowsProps, type RowActions, selectedIn, type ShownItem } from "./shown-item";
import { DESCRIPTION_SHOWN_LENGTH, TITLE_SHOWN_LENGTH } from "./shown-lengths";

export const ItemCards = ({ rows, count, virtualizer, selection, shelfId, onMenu }: ItemRowsProps) => (
  <ul
    role="list"
    aria-label={words.tableLabel}
    className={styles["list"]}
    style={{ height: virtualizer.getTotalSize() }}
  >
    {rows.map(({ at, row, ...shown }) => (
      <Place key={row} at={at} count={count} virtualizer={virtualizer}>
        <Card
          {...shown}
          shelfId={shelfId}
          onMenu={onMenu}
          isSelected={selectedIn(selection, shown.item)}
          onToggle={selection.toggle}
        />
      </Place>
    ))}
  </ul>
);

type PlaceProps = Pick<ItemRowsProps, "count" | "virtualizer"> &
  Pick<ShownItem, "at"> & { children: ReactNode };

/** A card's place. It is measured again when its content changes: the virtualizer caches sizes by element. */
function Place({ at, count, virtualizer, children }: PlaceProps) {
  const { key } = at;
  const measure = useCallback(
    (element: HTMLLIElement) => {
      virtualizer.measureElement(element);
      return () => void virtualizer.elementsCache.delete(key);
    },
    [virtualizer, key],
  );
  return (
    <li
      ref={measure}
      data-index={at.index}
      data-row={key}
      aria-posinset={at.index + 1}
      aria-setsize={count ?? -1}
      className={styles["place"]}
      style={{ transform: `translateY(${at.start - virtualizer.options.scrollMargin}px)` }}
    >
      {children}
    </li>
  );
}

type CardProps = Omit<ShownItem, "at" | "row"> & Omit<RowActions, "onDelete">;

const Card = memo(function Card({
  item,
  shelf,
  categories,
  mark,
  shelfId,
  isSelected,
  onToggle,
  onMenu,
}: CardProps) {
  const openItem = useOpenItem();
  if (!item) return <div className={styles["card"]} />;
  const title = truncate(item.title, TITLE_SHOWN_LENGTH);
  const names = categoryNames(item, categories).map(isolateBidi);
  return (
    <article
      className={styles["card"]}
      data-selecting={isSelected !== null || undefined}
      data-selected={isSelected || undefined}
      aria-label={item.title}
    >
      <Thumbnail item={item} isOnBoard />
      <div className={styles["texts"]}>
        <div className={styles["words"]}>
          <h2 className={styles["title"]} dir="auto">
            {isSelected === null ? (
              <a
                href={formHref(item, shelfId)}
                onClick={(event) => openItem(event, item)}
                className={styles["open"]}
                aria-label={`${actionWords.edit} ${title}`}
              >
                {title}
              </a>
            ) : (
              title
            )}
            <SyncMark mark={mark} />
          </h2>
          {item.description !== "" && (
            <p className={styles["description"]} dir="auto">
              {truncate(item.description, DESCRIPTION_SHOWN_LENGTH)}
            </p>
          )}
          <p className={styles["facts"]}>
            {shelf && <ShelfNameLink shelf={shelf} />}
            {names.map((name) => ` · ${name}`).join("")}
          </p>
          <ItemMarks item={item} />
        </div>
        {item.price !== "" && (
          <span className={styles["price"]} dir="auto">
            {item.price}
          </span>
        )}
      </div>
      {isSelected !== null && <SelectBox item={item} isSelected={isSelected} onToggle={onToggle} />}
      <div className={styles["foot"]}>
        <ItemUrl item={item} className={styles["url"]} />
        {isSelected === null && <ItemMenuButton item={item} onMenu={onMenu} />}
      </div>
    </article>
  );
});
