import { useDebouncedValue } from "@mantine/hooks";
import { linkKey } from "@shelv/contract/links/link-details";
import { completeLinkUrl } from "@shelv/contract/values/link-url";
import { hasPage } from "#domain/link-details/link-reader";
import type { LocalStore } from "#local-store/local-store";
import { useLiveQuery } from "#local-store/use-live-query";
import { linkDetailsWords as words } from "#words/links/link-details";
import { itemsScreenWords } from "#words/screens/items";
import styles from "./duplicate-note.module.css";

/** The check reads all items: not at every keystroke. */
const CHECKED_AFTER_MS = 400;

type DuplicateNoteProps = { url: string; itemIds: readonly string[] };

export function DuplicateNote({ url, itemIds }: DuplicateNoteProps) {
  const [completed] = useDebouncedValue(completeLinkUrl(url), CHECKED_AFTER_MS);
  const found = useLiveQuery(itemWithLink, hasPage(completed) ? linkKey(completed) : null, itemIds);
  return (
    <output>
      {found && (
        <span className={styles["note"]}>
          {words.duplicate(found.title, found.shelf)}{" "}
          <a href={`/shelves/${found.shelfId}?item=${found.id}`} target="_blank" rel="noopener">
            {words.openDuplicate}
            <span className="visually-hidden"> ({itemsScreenWords.opensInNewTab})</span>
          </a>
        </span>
      )}
    </output>
  );
}

type Found = { id: string; title: string; shelfId: string; shelf: string };

export async function itemWithLink(
  store: LocalStore,
  key: string | null,
  except: readonly string[],
): Promise<Found | null> {
  if (key === null) return null;
  const item = (await store.items.toArray()).find(
    ({ id, url }) => !except.includes(id) && hasPage(url) && linkKey(url) === key,
  );
  if (!item) return null;
  const shelf = await store.shelves.get(item.shelfId);
  return { id: item.id, title: item.title, shelfId: item.shelfId, shelf: shelf?.name ?? "" };
}
