import type { ItemRow } from "@shelv/contract/item";
import type { Mutation } from "@shelv/mutators/mutations";
import type { CutoutAnswer } from "#images/cutout-answer";
import type { LocalStore } from "#local-store/local-store";
import { noteCut, noteUncut, whileUsed } from "#outbox/pictures";
import type { OwnerWithStore } from "#sync/owner-context.tsx";
import { type CutUnderway, joinCut } from "./cut-picture";

/** `itemIds`: what the item may be called, since saving it may have made it anew. */
type Saved = { picture: string; itemIds: readonly string[] };
type Setting = Pick<OwnerWithStore, "store" | "mutate">;

/**
 * For an item that is saved while its picture's cut-out is owed: sets that on the item when it comes, as its form would have. Quietly, since
 * nobody waits for it any more. Where the page closes meanwhile, or this device fails, it is still owed, and the item's next form begins it anew.
 */
export async function setWhenCut(owner: Setting, saved: Saved, cut: CutUnderway): Promise<void> {
  const { store } = owner;
  const stopWatching = store.onGone(cut.leave);
  try {
    const made = store.isGone ? null : await cut.result;
    if (made === null || store.isGone) return;
    if (!("problem" in made)) {
      await oneAtATime(() => setOn(owner, saved, made));
    } else if (made.problem === "not-here") {
      setOnceOnline(owner, saved);
    } else {
      await noteUncut(store, saved.picture, false);
    }
  } catch {
    // It is still owed.
  } finally {
    stopWatching();
    cut.leave();
  }
}

/** What waits for the network, by its picture: the ids of the items. */
const waitingIn = new WeakMap<LocalStore, Map<string, Set<string>>>();

function setOnceOnline(owner: Setting, { picture, itemIds }: Saved): void {
  const { store } = owner;
  const waiting = waitingIn.get(store) ?? new Map<string, Set<string>>();
  waitingIn.set(store, waiting);
  const ids = waiting.get(picture) ?? new Set<string>();
  for (const id of itemIds) ids.add(id);
  if (waiting.has(picture)) return;
  waiting.set(picture, ids);

  const listening = new AbortController();
  const stop = () => {
    listening.abort();
    waiting.delete(picture);
    stopWatching();
  };
  const stopWatching = store.onGone(stop);
  const goOn = () => {
    stop();
    void setNow(owner, { picture, itemIds: [...ids] }).catch(() => undefined);
  };
  addEventListener("online", goOn, { signal: listening.signal });
}

/** Not where a form has got it, or the item has gone, while there was no network. */
async function setNow(owner: Setting, saved: Saved): Promise<void> {
  const items = await itemsWith(owner.store, saved);
  if (items.some(isUncut)) await setWhenCut(owner, saved, joinCut(owner.store, saved.picture));
}

let lastSet: Promise<unknown> = Promise.resolve();

/** Whoever sets the same sees that it is set. */
function oneAtATime(set: () => Promise<void>): Promise<void> {
  const setting = lastSet.then(set);
  lastSet = setting.catch(() => undefined);
  return setting;
}

/**
 * Not where the item has another picture by now, or has got a cut-out in another way. Where there is no item with that picture, the cut-out is
 * still owed: what was deleted may come back.
 */
async function setOn(
  { store, mutate }: Setting,
  saved: Saved,
  { bytes, type, isGood }: Exclude<CutoutAnswer, { problem: unknown }>,
): Promise<void> {
  const items = await itemsWith(store, saved);
  const uncut = items.filter(isUncut);
  if (uncut.length > 0)
    await whileUsed(store, { bytes, type }, (cutout) =>
      mutate(uncut.map((item) => withCutout(item, cutout, isGood))),
    );
  if (items.length > 0) await noteCut(store, saved.picture);
}

const withCutout = (
  { id, picture, showsCutout: was }: ItemRow,
  cutout: string,
  showsCutout: boolean,
): Mutation => ({
  name: "item.update",
  args: { id, patch: { picture, cutout, showsCutout }, was: { picture, cutout: null, showsCutout: was } },
});

const itemsWith = async (store: LocalStore, { picture, itemIds }: Saved): Promise<ItemRow[]> =>
  (await store.items.bulkGet([...new Set(itemIds)]))
    .filter((item) => item !== undefined)
    .filter((item) => item.picture === picture);

const isUncut = ({ cutout }: ItemRow) => cutout === null;
