import { Button } from "@mantine/core";
import { DELETED_LISTED_MS } from "@shelv/contract/routes/shelves";
import { IconBooks, IconLink, IconTag } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { deletedWords as words } from "#words/screens/recently-deleted";
import { restoreCategoryItems } from "#outbox/restore-category-items";
import { Thumbnail } from "#domain/items/thumbnail.tsx";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { focusNeighbour } from "#ui/dialogs/focus-neighbour";
import { EmptyShelf } from "#ui/feedback/empty-shelf.tsx";
import { announce, showError } from "#ui/feedback/toast";
import { useNow } from "#platform/react/use-now";
import { useOnline } from "#platform/react/use-online";
import { errorWords } from "#words/errors";
import { shelvesWords } from "#words/screens/shelves";
import { relativeTime } from "#words/format/relative-time";
import { deletedEntries, type DeletedEntry } from "./deleted-entries";
import { fetchDeletions } from "./fetch-deletions";
import styles from "./recently-deleted.module.css";

const SHOWN_AT_ONCE = 50;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export function RecentlyDeleted() {
  const { readStore, call } = useOwner();
  const online = useOnline();
  const entries = useLiveQuery(deletedEntries);
  const now = useNow(MINUTE_MS);
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  useEffect(() => {
    if (online) void readStore((store) => fetchDeletions(store, call)).catch(() => undefined);
  }, [readStore, call, online]);

  if (!entries) return null;
  if (entries.length === 0)
    return (
      <EmptyShelf title={words.emptyTitle} text={words.emptyText}>
        <LinkButton to="/shelves" variant="default">
          {shelvesWords.toShelves}
        </LinkButton>
      </EmptyShelf>
    );
  return (
    <>
      <p className={styles["lead"]}>{words.lead}</p>
      <ul role="list" aria-label={words.listLabel} className={styles["list"]}>
        {entries.slice(0, shown).map((entry) => (
          <li key={`${entry.table} ${entry.id}`}>
            <Entry entry={entry} now={now} />
          </li>
        ))}
      </ul>
      {entries.length > shown && (
        <Button variant="default" mt={14} onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {words.more}
        </Button>
      )}
    </>
  );
}

const KIND_ICONS = { shelves: IconBooks, items: IconLink, categories: IconTag };

function Entry({ entry, now }: { entry: DeletedEntry; now: number }) {
  const owner = useOwner();
  const { table, name, deletedAt, shelf, restore } = entry;
  const bringBack = async () => {
    const neighbour = focusNeighbour();
    try {
      await owner.mutate(await owner.readStore((store) => restoreCategoryItems(store, [restore])));
      neighbour.focus();
      announce(words.restored);
    } catch (error) {
      showError(errorWords(error), words.restoreFailed);
    }
  };
  return (
    <article className={styles["entry"]}>
      <Kind entry={entry} />
      <div className={styles["words"]}>
        <h2 className={styles["name"]} dir="auto">
          {name}
        </h2>
        <p className={styles["about"]}>
          <span className={styles["part"]}>{joined(words.kinds[table], aboutShelf(entry))}</span>
          <span className={styles["dot"]}> · </span>
          <span className={styles["part"]}>
            {joined(words.deleted(relativeTime(deletedAt, now)), words.daysLeft(daysLeft(deletedAt, now)))}
          </span>
        </p>
        {shelf?.isDeleted && <p className={styles["about"]}>{words.withShelf(shelf.name)}</p>}
      </div>
      <Button variant="default" aria-label={words.restoreWhich(name)} onClick={() => void bringBack()}>
        {words.restore}
      </Button>
    </article>
  );
}

const joined = (...parts: string[]): string => parts.filter((part) => part !== "").join(" · ");

/** The device's clock may be behind the deletion. */
const daysLeft = (deletedAt: number, now: number): number =>
  Math.max(1, Math.ceil((DELETED_LISTED_MS - Math.max(0, now - deletedAt)) / DAY_MS));

function Kind({ entry: { table, emoji, item } }: { entry: DeletedEntry }) {
  if (item) return <Thumbnail item={item} />;
  const KindIcon = KIND_ICONS[table];
  return (
    <span className={`icon-tile ${styles["kind"]}`} aria-hidden="true">
      {emoji === "" ? <KindIcon size={22} /> : emoji}
    </span>
  );
}

function aboutShelf({ table, items, categories, shelf }: DeletedEntry): string {
  if (table === "shelves") return words.withItems(items, categories);
  return shelf && !shelf.isDeleted ? words.onShelf(shelf.name) : "";
}
