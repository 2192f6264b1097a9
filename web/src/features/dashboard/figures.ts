/**
 * Figures that only the server can count, stored to show offline with their age. While the screen is open and
 * online they are at most five minutes old, and not older than the last pull.
 */
import { type Figures, figures } from "@shelv/contract/analytics";
import { analyticsRoutes } from "@shelv/contract/routes/analytics";
import * as v from "valibot";
import { NoNetwork } from "#api/call";
import type { LocalStore } from "#local-store/local-store";
import { type ReadableStore, bootQuery } from "#local-store/readable-store";
import type { Owner } from "#session/owner-context.tsx";

export const STALE_AFTER_MS = 5 * 60_000;
const KEY = "figures";

const storedFigures = v.object({
  ...figures.entries,
  cursor: v.number(),
  isBlocked: v.boolean(),
});
export type KnownFigures = v.InferOutput<typeof storedFigures> & { at: number };

export const knownFigures = bootQuery(async (store: ReadableStore): Promise<KnownFigures | null> => {
  const known = await store.lastKnown.get(KEY);
  const read = v.safeParse(storedFigures, known?.value);
  return known && read.success ? { ...read.output, at: known.at } : null;
});

export const cursorHere = bootQuery(
  async (store: ReadableStore): Promise<number> => (await store.meta.get("sync"))?.cursor ?? 0,
);

/** Figures from the future come from another clock: their age is unknown. */
export const isStale = (
  known: Pick<KnownFigures, "at" | "cursor"> | null,
  now: number,
  cursor: number,
): boolean => known === null || now - known.at >= STALE_AFTER_MS || known.at > now || known.cursor !== cursor;

export async function refreshFigures(
  { readStore, call }: Pick<Owner, "readStore" | "call">,
  cursor: number,
): Promise<void> {
  const { isBlocked, ...received } = await askForFigures(call);
  await readStore((store) => storeFigures(store, { ...received, isBlocked, cursor }));
}

/** Fetches the figures. If a content blocker stops that, an address that no blocker knows has them too. */
async function askForFigures(call: Owner["call"]): Promise<Figures & { isBlocked: boolean }> {
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

export const storeFigures = (store: LocalStore, value: Omit<KnownFigures, "at">): Promise<void> =>
  store.transaction("rw", [store.lastKnown, store.meta], async () => {
    const [known, here] = await Promise.all([knownFigures(store), cursorHere(store)]);
    if (known?.cursor === here && value.cursor !== here) return;
    await store.lastKnown.put({ key: KEY, value, at: Date.now() });
  });
