import { SHELF_DEFAULT_EMOJI, type ShelfRow } from "@shelv/contract/rows/shelf";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { SmallShelf } from "#domain/shelves/small-shelf.tsx";
import { shelvesInOrder } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { announce } from "#ui/feedback/toast";
import { shelfScreenWords as words } from "#words/screens/shelves";
import styles from "./shelf-preview.module.css";

export function ShelfPager({ shelfId }: { shelfId: string }) {
  const shelves = useLiveQuery(shelvesInOrder) ?? [];
  const at = shelves.findIndex(({ id }) => id === shelfId);
  useAnnounced(shelfId, shelves[at]?.name);
  const before = shelves.at(at - 1);
  const after = shelves[(at + 1) % shelves.length];
  if (at === -1 || !before || !after || shelves.length === 1) return <nav className={styles["pager"]} />;
  return (
    <nav className={styles["pager"]} aria-label={words.otherShelves}>
      {before !== after && <PageLink shelf={before} label={words.shelfBefore} />}
      <PageLink shelf={after} label={words.shelfAfter} isAfter />
    </nav>
  );
}

function useAnnounced(shelfId: string, name: string | undefined): void {
  const known = useRef(shelfId);
  useEffect(() => {
    if (name === undefined || known.current === shelfId) return;
    known.current = shelfId;
    announce(name);
  }, [shelfId, name]);
}

type PageLinkProps = { shelf: ShelfRow; label: string; isAfter?: boolean };

const PageLink = ({ shelf: { id, name, emoji }, label, isAfter = false }: PageLinkProps) => (
  <Link
    to="/shelves/$shelfId/preview"
    params={{ shelfId: id }}
    replace
    className={styles["page"]}
    data-after={isAfter || undefined}
  >
    <SmallShelf shelfId={id} className={styles["board"]} />
    <span className={styles["way"]}>
      {isAfter ? <IconChevronRight {...ICON} /> : <IconChevronLeft {...ICON} />}
      <span className={styles["words"]}>
        <span className={styles["label"]}>{label}</span>
        <span className={styles["name"]} dir="auto">
          <span aria-hidden="true">{emoji || SHELF_DEFAULT_EMOJI} </span>
          {name}
        </span>
      </span>
    </span>
  </Link>
);

const ICON = { size: 20, "aria-hidden": true } as const;
