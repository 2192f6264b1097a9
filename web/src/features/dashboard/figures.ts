/**
 * What only the server can count. The screen shows what it last told this device, offline as well, and says how old that
 * is; while the screen is open and there is a network, it is never older than five minutes, nor than what this device has
 * heard of its owner's things.
 */
import { type Figures, figures } from "@shelv/contract/analytics";
import { analyticsRoutes } from "@shelv/contract/routes/analytics";
import * as v from "valibot";
import { NoNetwork } from "#api/call";
import { early } from "#local-store/early-query";
import type { LocalStore } from "#local-store/local-store";
import type { ReadableStore } from "#local-store/readable-store";
import type { OwnerWithStore } from "#sync/owner-context.tsx";

export const STALE_AFTER_MS = 5 * 60_000;
const KEY = "figures";

/** With `cursor` and `isBlocked`, which older builds did not note. `isBlocked`: a content blocker stops the calls named analytics. */
const kept = v.object({
  ...figures.entries,
  cursor: v.optional(v.number(), -1),
  isBlocked: v.optional(v.boolean(), false),
});
/** `at` is when the server told them, by this device's clock. */
export type KnownFigures = v.InferOutput<typeof kept> & { at: number };

/** Null where this device has none, or has them in a shape that an older build kept. */
export const knownFigures = early(async (store: ReadableStore): Promise<KnownFigures | null> => {
  const known = await store.lastKnown.get(KEY);
  const read = v.safeParse(kept, known?.value);
  return known && read.success ? { ...read.output, at: known.at } : null;
});

/** How far this device has followed the server. */
export const cursorHere = early(
  async (store: ReadableStore): Promise<number> => (await store.meta.get("sync"))?.cursor ?? 0,
);

/** Figures from the future were kept under another clock: nothing says how old they are. */
export const isStale = (
  known: Pick<KnownFigures, "at" | "cursor"> | null,
  now: number,
  cursor: number,
): boolean => known === null || now - known.at >= STALE_AFTER_MS || known.at > now || known.cursor !== cursor;

/** `cursor` is how far this device had followed the server before. Throws where the server does not answer, or not to this owner; what was known stays. */
export async function refreshFigures(
  { store, call }: Pick<OwnerWithStore, "store" | "call">,
  cursor: number,
): Promise<void> {
  const { isBlocked, ...told } = await askForFigures(call);
  await keepFigures(store, { ...told, isBlocked, cursor });
}

/** By the analytics calls, and where these do not get through, by one whose address no content blocker knows. */
async function askForFigures(call: OwnerWithStore["call"]): Promise<Figures & { isBlocked: boolean }> {
  try {
    const [summary, shelves, popularItems, activities, series] = await Promise.all([
      call(analyticsRoutes.summary),
      call(analyticsRoutes.shelves),
      call(analyticsRoutes.popularItems),
      call(analyticsRoutes.activities),
      call(analyticsRoutes.series),
    ]);
    return { summary, shelves, popularItems, activities, series, isBlocked: false };
  } catch (error) {
    if (!(error instanceof NoNetwork)) throw error;
    return { ...(await call(analyticsRoutes.overview)), isBlocked: true };
  }
}

/** What was asked before this device had heard of a change, and comes after an answer that knows of it, would step back. */
export const keepFigures = (store: LocalStore, value: Omit<KnownFigures, "at">): Promise<void> =>
  store.transaction("rw", [store.lastKnown, store.meta], async () => {
    const [known, here] = await Promise.all([knownFigures(store), cursorHere(store)]);
    if (known?.cursor === here && value.cursor !== here) return;
    await store.lastKnown.put({ key: KEY, value, at: Date.now() });
  });
