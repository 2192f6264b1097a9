import { Button } from "@mantine/core";
import type { ItemRow } from "@shelv/contract/rows/item";
import { IconCircleCheck, IconEyeOff, IconLink, IconPin } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEditItems } from "#domain/items/edit-items";
import { useHideItems } from "#domain/items/hide-items";
import { ItemDialog } from "#domain/items/item-dialog.tsx";
import { useOpenItem } from "#domain/items/open-item";
import { ItemUrl } from "#domain/items/item-url.tsx";
import { Thumbnail } from "#domain/items/thumbnail.tsx";
import { itemsToLookAt, shelvesInOrder } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { useLeaveDialog } from "#navigation/history-stack";
import { useNow } from "#platform/react/use-now";
import { focusNeighbour } from "#ui/dialogs/focus-neighbour";
import { relativeTime } from "#words/format/relative-time";
import { needsLookWords as words } from "#words/links/needs-a-look";
import styles from "./needs-a-look.module.css";

const SHOWN_AT_ONCE = 100;
const MINUTE_MS = 60_000;

export function NeedsALook({ itemId }: { itemId: string | undefined }) {
  const items = useLiveQuery(itemsToLookAt);
  const shelves = useLiveQuery(shelvesInOrder) ?? [];
  const leave = useLeaveDialog();
  const now = useNow(MINUTE_MS);
  const shelfName = (id: string) => shelves.find((shelf) => shelf.id === id)?.name ?? "";
  return (
    <>
      {items?.length === 0 && (
        <p className={styles["fine"]}>
          <IconCircleCheck size={28} aria-hidden="true" />
          {words.fine}
        </p>
      )}
      {items && items.length > 0 && (
        <>
          <p className={styles["lead"]}>{words.lead}</p>
          <ul role="list" aria-label={words.listLabel} className={styles["list"]}>
            {items.slice(0, SHOWN_AT_ONCE).map((item) => (
              <li key={item.id}>
                <Entry item={item} shelf={shelfName(item.shelfId)} now={now} />
              </li>
            ))}
          </ul>
        </>
      )}
      <ItemDialog
        shelfId=""
        itemId={itemId}
        startsAtUrl
        onClose={() => leave({ to: "/items/needs-a-look", search: {} })}
      />
    </>
  );
}

type EntryProps = { item: ItemRow; shelf: string; now: number };

function Entry({ item, shelf, now }: EntryProps) {
  const openItem = useOpenItem();
  const setHidden = useHideItems();
  const keep = useKeep();
  const leaving = async (change: () => Promise<void>) => {
    const neighbour = focusNeighbour();
    await change();
    neighbour.focus();
  };
  const { id, title, linkState, checkedAt } = item;
  return (
    <article className={styles["entry"]} aria-label={title}>
      <Thumbnail item={item} />
      <div className={styles["words"]}>
        <h2 className={styles["title"]} dir="auto">
          {title}
        </h2>
        <p className={styles["state"]} data-state={linkState}>
          {linkState === "gone" ? words.states.gone : words.states["sold-out"]}
        </p>
        <p className={styles["about"]}>
          {shelf !== "" && (
            <Link to="/shelves/$shelfId" params={{ shelfId: item.shelfId }}>
              <bdi>{shelf}</bdi>
            </Link>
          )}
          {checkedAt !== null && ` · ${words.checked(relativeTime(Date.parse(checkedAt), now))}`}
        </p>
        <ItemUrl item={item} className={styles["url"]} />
      </div>
      <div className={styles["actions"]}>
        <Button
          component="a"
          href={`/items/needs-a-look?item=${id}`}
          aria-label={words.replaceWhich(title)}
          leftSection={<IconLink size={18} />}
          onClick={(event) => openItem(event, item)}
        >
          {words.replace}
        </Button>
        <Button
          variant="default"
          aria-label={words.hideWhich(title)}
          leftSection={<IconEyeOff size={18} />}
          onClick={() => void leaving(() => setHidden([id], true))}
        >
          {words.hide}
        </Button>
        <Button
          variant="default"
          aria-label={words.keepWhich(title)}
          leftSection={<IconPin size={18} />}
          onClick={() => void leaving(() => keep(item))}
        >
          {words.keep}
        </Button>
      </div>
    </article>
  );
}

function useKeep(): (item: ItemRow) => Promise<void> {
  const edit = useEditItems();
  return ({ id, silencedUntil: before }) =>
    edit(async () => {
      const silencedUntil = new Date().toISOString();
      return { edits: [{ id, patch: { silencedUntil }, was: { silencedUntil: before } }], done: words.kept };
    });
}
