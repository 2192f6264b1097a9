import { linkKey } from "@shelv/contract/links/link-details";
import { completeLinkUrl } from "@shelv/contract/values/link-url";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { hasPage } from "#domain/link-details/link-reader";
import type { LocalStore } from "#local-store/local-store";
import { useOwner } from "#session/owner-context.tsx";
import { linkDetailsWords as words } from "#words/links/link-details";
import { itemsScreenWords } from "#words/screens/items";
import styles from "./duplicate-note.module.css";

/** The check reads all items: not at every keystroke. */
const CHECKED_AFTER_MS = 400;

type DuplicateNoteProps = { url: string; itemIds: readonly string[] };

export function DuplicateNote({ url, itemIds }: DuplicateNoteProps) {
  const completed = completeLinkUrl(url);
  const { place, found } = useItemWithLink(hasPage(completed) ? linkKey(completed) : null, itemIds);
  return (
    <output ref={place}>
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

/** Read once for a link, and not in a form that closes: reading all items would stop the landing of the saved one. */
function useItemWithLink(key: string | null, except: readonly string[]) {
  const { readStore } = useOwner();
  const place = useRef<HTMLOutputElement>(null);
  const [found, setFound] = useState<Found | null>(null);
  const read = useEffectEvent(async (wanted: string | null): Promise<Found | null> => {
    if (place.current?.closest("[data-leaving]")) return null;
    // Without the store there is no note.
    return readStore((store) => itemWithLink(store, wanted, except)).catch(() => null);
  });
  const isTyped = useRef(false);
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(
      () => void read(key).then((item) => !isOver && setFound(item)),
      isTyped.current ? CHECKED_AFTER_MS : 0,
    );
    isTyped.current = true;
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key]);
  return { place, found };
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
