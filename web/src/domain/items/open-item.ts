/**
 * The address says which form is open. The router and the store take longer than a frame, so the form opens
 * and closes first, and the address follows.
 */
import type { ItemRow } from "@shelv/contract/rows/item";
import { useRouter } from "@tanstack/react-router";
import { atom, getDefaultStore, useAtom, useSetAtom } from "jotai";
import type { MouseEvent } from "react";
import { flushSync } from "react-dom";
import { afterPaint } from "#platform/wait";
import { hasDirtyForms } from "#ui/forms/dirty-forms";
import { holdingReload } from "#platform/reload";
import { afterGoingBack } from "#navigation/history-stack";
import { isBesideForm } from "#navigation/use-open-form";

export const NEW_ITEM = "new";

type Opened = ItemRow | typeof NEW_ITEM;

/** What the next address will name; `item` is null for no form. `on`: the shelf of a new one. */
type Next = { item: Opened | null; on?: string | undefined };

/** Null once the router has shown an address after it: that one, or another that took its place. */
const nextAtom = atom<Next | null>(null);

function useGoToNext(): (next: Next, go: () => void) => void {
  const router = useRouter();
  const setNext = useSetAtom(nextAtom);
  return (next, go) => {
    const stop = router.subscribe("onResolved", () => {
      stop();
      setNext((now) => (now === next ? null : now));
    });
    go();
  };
}

/** The item whose form is on the screen, or `NEW_ITEM`. */
export const openedItemAtom = atom<string | undefined>(undefined);

export function useOpenItem(): (event: MouseEvent<HTMLAnchorElement>, item: Opened, on?: string) => void {
  const router = useRouter();
  const setNext = useSetAtom(nextAtom);
  const goToNext = useGoToNext();
  return (event, item, on) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // A second navigation could come after a Back, and open the form again.
    if (item !== NEW_ITEM && getDefaultStore().get(openedItemAtom) === item.id) return;
    const href = event.currentTarget.getAttribute("href") ?? "";
    const go = (ignoreBlocker: boolean) => {
      void router.navigate({ href, replace: isBesideForm(router), resetScroll: false, ignoreBlocker });
    };
    if (hasDirtyForms()) {
      // The router asks first.
      go(false);
      return;
    }
    const next = { item, on };
    setNext(next);
    // On a slow device the owner may type before the address changes: into the form it leads to, so the
    // blocker is ignored. A running Back from the previous form must change the address first.
    afterPaint(() => afterGoingBack(() => goToNext(next, () => go(true))));
  };
}

export function useOpenedItem(
  itemId: string | undefined,
  onClose: () => void,
): { itemId: string | undefined; item: ItemRow | null; on: string | undefined; close: () => void } {
  const [next, setNext] = useAtom(nextAtom);
  const goToNext = useGoToNext();
  const close = () => {
    const closed = { item: null };
    flushSync(() => setNext(closed));
    // A reload before that would open the form again.
    void holdingReload(
      () =>
        new Promise<void>((resolve) => {
          afterPaint(() => {
            goToNext(closed, onClose);
            resolve();
          });
        }),
    );
  };
  if (next === null) return { itemId, item: null, on: undefined, close };
  const { item, on } = next;
  if (item === null) return { itemId: undefined, item: null, on: undefined, close };
  return { itemId: item === NEW_ITEM ? NEW_ITEM : item.id, item: item === NEW_ITEM ? null : item, on, close };
}
