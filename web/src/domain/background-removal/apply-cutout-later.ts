import type { ItemRow } from "@shelv/contract/rows/item";
import type { Mutation } from "@shelv/mutators/mutations";
import pLimit from "p-limit";
import type { PictureFile } from "./cutout-answer";
import type { LocalStore } from "#local-store/local-store";
import { noteCut, noteUncut, whileUsed } from "#outbox/pictures";
import type { OwnerWithStore } from "#session/owner-context.tsx";
import { type CutoutJob, requestCutout } from "./request-cutout";

/** A save may have created the item again under a new id. */
type Saved = {
  picture: string;
  itemIds: readonly string[];
  /** The wrong cut-out, after a tap. */
  replaces?: string | null;
};
type StoreAndMutate = Pick<OwnerWithStore, "store" | "mutate">;

/**
 * Applies a pending cut-out to an item that is saved already. It reports no failure: the cut-out stays
 * pending for the item's next form.
 */
export async function applyCutoutLater(owner: StoreAndMutate, saved: Saved, cut: CutoutJob): Promise<void> {
  const { store } = owner;
  const stopWatching = store.onGone(cut.leave);
  try {
    const made = store.isGone ? null : await cut.result;
    if (made === null || store.isGone) return;
    if (!("problem" in made)) {
      await oneAtATime(apply, owner, saved, made);
    } else if (made.problem === "not-here" && !saved.replaces) {
      applyOnceOnline(owner, saved);
    } else {
      await noteUncut(store, saved.picture, false);
    }
  } catch {
  } finally {
    stopWatching();
    cut.leave();
  }
}

/** The ids of items whose cut-out waits for the network, by picture. */
const waitingIn = new WeakMap<LocalStore, Map<string, Set<string>>>();

function applyOnceOnline(owner: StoreAndMutate, { picture, itemIds }: Saved): void {
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
  const retry = () => {
    stop();
    void applyNow(owner, { picture, itemIds: [...ids] }).catch(() => undefined);
  };
  addEventListener("online", retry, { signal: listening.signal });
}

/** Does nothing while offline, if a form has applied it, or if the item is gone. */
async function applyNow(owner: StoreAndMutate, saved: Saved): Promise<void> {
  const items = await itemsWith(owner.store, saved);
  if (items.some(isUncut)) await applyCutoutLater(owner, saved, requestCutout(owner.store, saved.picture));
}

/** One at a time, so that a second run sees the cut-out of the first. */
const oneAtATime = pLimit(1);

/**
 * Skips an item with another picture or cut-out. Without an item the cut-out stays pending: a deleted one may
 * be restored.
 */
async function apply(
  { store, mutate }: StoreAndMutate,
  { replaces = null, ...saved }: Saved,
  { bytes, type }: PictureFile,
): Promise<void> {
  const items = await itemsWith(store, saved);
  const uncut = items.filter(({ cutout }) => cutout === replaces);
  if (uncut.length > 0)
    await whileUsed(store, { bytes, type }, (cutout) =>
      mutate(uncut.map((item) => withCutout(item, cutout))),
    );
  if (items.length > 0) await noteCut(store, saved.picture);
}

const withCutout = (
  { id, picture, cutout: replaced, showsCutout: was }: ItemRow,
  cutout: string,
): Mutation => ({
  name: "item.update",
  args: {
    id,
    patch: { picture, cutout, showsCutout: true },
    was: { picture, cutout: replaced, showsCutout: was },
  },
});

const itemsWith = async (store: LocalStore, { picture, itemIds }: Saved): Promise<ItemRow[]> =>
  (await store.items.bulkGet([...new Set(itemIds)]))
    .filter((item) => item !== undefined)
    .filter((item) => item.picture === picture);

const isUncut = ({ cutout }: ItemRow) => cutout === null;
