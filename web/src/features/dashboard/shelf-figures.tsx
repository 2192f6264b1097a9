import { useMergedRef } from "@mantine/hooks";
import type { ShelfAnalytics } from "@shelv/contract/analytics";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import type { RowMark } from "#local-store/queries";
import { type Move, SortableArea, useSortableRow } from "#ui/sortable/sortable-area.tsx";
import { dashboardWords as words } from "#words/screens/dashboard";
import { shelvesWords } from "#words/screens/shelves";
import { useLanding } from "#domain/arrivals/made-row";
import { ShelfButtons, type ShelfButtonsProps } from "#domain/shelves/shelf-buttons.tsx";
import { ShelfNameLink } from "#domain/shelves/shelf-name-link.tsx";
import { SmallShelf } from "#domain/shelves/small-shelf.tsx";
import { SyncMark } from "#domain/tray/sync-mark.tsx";
import styles from "./shelf-figures.module.css";

const NONE = { views: 0, clicks: 0, ctr: "0%" };
const UNKNOWN = { views: words.unknown, clicks: words.unknown, ctr: words.unknown };

type ShelfFiguresProps = {
  shelves: readonly ShelfRow[];
  counts: ReadonlyMap<string, number> | undefined;
  figures: ShelfAnalytics | undefined;
  /** Without a visit there are no zeros. */
  hasVisits: boolean;
  marks: ReadonlyMap<string, RowMark> | undefined;
  onMove: Move;
  onDelete: ShelfButtonsProps["onDelete"];
  onMenu: ShelfButtonsProps["onMenu"];
};

const OF_VISITS: readonly string[] = ["views", "clicks", "ctr"];

export const ShelfFigures = ({
  shelves,
  counts,
  figures,
  hasVisits,
  marks,
  onMove,
  ...actions
}: ShelfFiguresProps) => (
  <SortableArea rows={shelves} nameOf={({ name }) => name} onMove={onMove}>
    {(shown) => (
      <table className={styles["table"]} aria-labelledby="shelves-heading">
        <thead>
          <tr>
            {Object.entries(words.columns)
              .filter(([name]) => hasVisits || !OF_VISITS.includes(name))
              .map(([name, text]) => (
                <th key={name} scope="col" className={styles[name]}>
                  {name === "drag" ? <span className="visually-hidden">{text}</span> : text}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((shelf) => (
            <Row
              key={shelf.id}
              shelf={shelf}
              count={counts?.get(shelf.id) ?? 0}
              {...(figures ? (figures[shelf.id] ?? NONE) : UNKNOWN)}
              hasVisits={hasVisits}
              mark={marks?.get(shelf.id)}
              {...actions}
            />
          ))}
        </tbody>
      </table>
    )}
  </SortableArea>
);

type RowProps = ShelfButtonsProps & {
  hasVisits: boolean;
  count: number;
  views: number | string;
  clicks: number | string;
  ctr: string;
  mark: RowMark | undefined;
};

function Row({ shelf, count, views, clicks, ctr, hasVisits, mark, ...actions }: RowProps) {
  const { row, handle } = useSortableRow(shelf.id, shelvesWords.drag(shelf.name));
  const ref = useMergedRef(row.ref, useLanding(shelf.id));
  return (
    <tr {...row} ref={ref} className={styles["row"]}>
      <td className={styles["drag"]}>{handle}</td>
      <th scope="row" className={styles["name"]}>
        <span className={styles["named"]}>
          <span className={styles["words"]}>
            <span className={styles["shelf"]} dir="auto">
              <ShelfNameLink shelf={shelf} />
              <SyncMark mark={mark} />
            </span>
            {shelf.description !== "" && (
              <span className={styles["description"]} dir="auto">
                {shelf.description}
              </span>
            )}
          </span>
          <SmallShelf shelfId={shelf.id} className={styles["board"]} />
        </span>
      </th>
      <Figure name="items" value={hasVisits || count > 0 ? count : ""} />
      {hasVisits && (
        <>
          <Figure name="views" value={views} />
          <Figure name="clicks" value={clicks} />
          <Figure name="ctr" value={ctr} />
        </>
      )}
      <td className={styles["actions"]}>
        <span className={styles["buttons"]}>
          <ShelfButtons shelf={shelf} {...actions} />
        </span>
      </td>
    </tr>
  );
}

const Figure = ({ name, value }: { name: "items" | "views" | "clicks" | "ctr"; value: number | string }) => (
  <td className={`${styles["figure"]} ${styles[name]}`} data-heading={words.columns[name]}>
    {value.toLocaleString("en-US")}
  </td>
);
