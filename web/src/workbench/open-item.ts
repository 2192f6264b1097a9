/**
 * Which item's form is open stands in the address. The router takes longer than a frame to get there, and so does a row from the store:
 * who opens a form or closes it sees that in the next frame, and the address follows.
 */
import type { ItemRow } from "@shelv/contract/item";
import { useRouter } from "@tanstack/react-router";
import { atom, useAtom, useSetAtom } from "jotai";
import { type MouseEvent, useEffect } from "react";
import { flushSync } from "react-dom";
import { afterPaint } from "#ui/after-paint";
import { hasDirtyForms } from "#ui/dirty-forms";
import { holdingReload } from "#ui/reload";
import { afterGoingBack } from "./tab-history";

/** The address's word for an item that does not exist yet. */
export const NEW_ITEM = "new";

type Opened = ItemRow | typeof NEW_ITEM;

/** What the address is about to say; null where it says it already. */
const aheadAtom = atom<Opened | "closed" | null>(null);

/** For links that open an item's form: what they do where they are simply clicked. */
export function useOpenItem(): (event: MouseEvent<HTMLAnchorElement>, item: Opened) => void {
  const router = useRouter();
  const setAhead = useSetAtom(aheadAtom);
  return (event, item) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    // Who would lose what was typed is asked first, on the address's way there.
    if (hasDirtyForms()) return;
    event.preventDefault();
    const href = event.currentTarget.getAttribute("href") ?? "";
    setAhead(item);
    // A slow device gets there when somebody has begun to type: into the form that is open, which the address does not leave.
    // While the address still goes back from the form before, it may say the same already: it is asked once it has gone.
    afterPaint(() =>
      afterGoingBack(() => void router.navigate({ href, resetScroll: false, ignoreBlocker: true })),
    );
  };
}

/** `itemId` is the address's. `item` is there where the form was opened from its row. */
export function useOpenedItem(
  itemId: string | undefined,
  onClose: () => void,
): { itemId: string | undefined; item: ItemRow | null; close: () => void } {
  const [ahead, setAhead] = useAtom(aheadAtom);
  useEffect(
    () => setAhead((ahead) => (ahead !== null && idIn(ahead) === itemId ? null : ahead)),
    [itemId, setAhead],
  );
  useEffect(() => () => setAhead(null), [setAhead]);
  const close = () => {
    // Not behind the live queries that a change has just woken.
    flushSync(() => setAhead("closed"));
    // What is let go of by then is no reason to stay, but what the address says is.
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
  if (ahead === null) return { itemId, item: null, close };
  return { itemId: idIn(ahead), item: typeof ahead === "object" ? ahead : null, close };
}

function idIn(ahead: Opened | "closed"): string | undefined {
  if (ahead === "closed") return undefined;
  return ahead === NEW_ITEM ? NEW_ITEM : ahead.id;
}
