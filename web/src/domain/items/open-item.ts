/**
 * The address says which form is open. The router and the store take longer than a frame, so the form opens
 * and closes in the next frame, and the address follows.
 */
import type { ItemRow } from "@shelv/contract/rows/item";
import { useRouter } from "@tanstack/react-router";
import { atom, useAtom, useSetAtom } from "jotai";
import { type MouseEvent, useEffect } from "react";
import { flushSync } from "react-dom";
import { afterPaint } from "#platform/wait";
import { hasDirtyForms } from "#ui/forms/dirty-forms";
import { holdingReload } from "#platform/reload";
import { afterGoingBack } from "#navigation/history-stack";

export const NEW_ITEM = "new";

type Opened = ItemRow | typeof NEW_ITEM;

/** The item that the address will name, until the address names it; then null. `on`: the shelf of a new one. */
type Next = { item: Opened; on: string | undefined };

const nextAtom = atom<Next | "closed" | null>(null);

/** The item whose form is on the screen, or `NEW_ITEM`. */
export const openedItemAtom = atom<string | undefined>(undefined);

export function useOpenItem(): (event: MouseEvent<HTMLAnchorElement>, item: Opened, on?: string) => void {
  const router = useRouter();
  const setNext = useSetAtom(nextAtom);
  return (event, item, on) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const href = event.currentTarget.getAttribute("href") ?? "";
    const go = (ignoreBlocker: boolean) => {
      // Of another item's form, which is open beside the wall: Back does not return to it.
      const replace = "item" in router.latestLocation.search;
      void router.navigate({ href, replace, resetScroll: false, ignoreBlocker });
    };
    if (hasDirtyForms()) {
      // The router asks first.
      go(false);
      return;
    }
    setNext({ item, on });
    // On a slow device the owner may type before the address changes: into the form it leads to, so the
    // blocker is ignored. A running Back from the previous form must change the address first.
    afterPaint(() => afterGoingBack(() => go(true)));
  };
}

export function useOpenedItem(
  itemId: string | undefined,
  onClose: () => void,
): { itemId: string | undefined; item: ItemRow | null; on: string | undefined; close: () => void } {
  const [next, setNext] = useAtom(nextAtom);
  useEffect(() => {
    if (next !== null && idIn(next) === itemId) setNext(null);
  }, [itemId, next, setNext]);
  useEffect(() => () => setNext(null), [setNext]);
  const close = () => {
    flushSync(() => setNext("closed"));
    // A reload before that would open the form again.
    void holdingReload(
      () =>
        new Promise<void>((resolve) => {
          afterPaint(() => {
            onClose();
            resolve();
          });
        }),
    );
  };
  if (next === null) return { itemId, item: null, on: undefined, close };
  if (next === "closed") return { itemId: undefined, item: null, on: undefined, close };
  const { item, on } = next;
  return { itemId: idIn(next), item: item === NEW_ITEM ? null : item, on, close };
}

function idIn(next: Next | "closed"): string | undefined {
  if (next === "closed") return undefined;
  return next.item === NEW_ITEM ? NEW_ITEM : next.item.id;
}
