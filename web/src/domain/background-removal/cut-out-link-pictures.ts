/**
 * The server leaves cut-outs of pages' pictures to a device (`details: "uncut"`): at once to the one that
 * made the item. Others wait first, so that two rarely do the same work.
 */
import type { ItemRow } from "@shelv/contract/rows/item";
import type { Mutation } from "@shelv/mutators/mutations";
import type { LocalStore } from "#local-store/local-store";
import { whileUsed } from "#outbox/pictures";
import { pause } from "#platform/wait";
import type { OwnerWithStore } from "#session/owner-context.tsx";
import type { CutoutAnswer } from "./cutout-answer";
import { requestCutout } from "./request-cutout";

type Setting = Pick<OwnerWithStore, "store" | "mutate">;
type Options = {
  cutOut?: (store: LocalStore, picture: string) => Promise<CutoutAnswer | null>;
  waitMs?: () => number;
};

const FOREIGN_WAIT_MS = 10_000;
const FOREIGN_SPREAD_MS = 30_000;

const jobOf = async (store: LocalStore, picture: string) => {
  const job = requestCutout(store, picture);
  try {
    return await job.result;
  } finally {
    job.leave();
  }
};

/** Items that are being cut out, or that this page cannot cut out. */
const tried = new WeakMap<LocalStore, Set<string>>();

export async function cutOutLinkPictures(
  owner: Setting,
  ids: readonly string[],
  { cutOut = jobOf, waitMs = () => FOREIGN_WAIT_MS + Math.random() * FOREIGN_SPREAD_MS }: Options = {},
): Promise<void> {
  const { store } = owner;
  const known = tried.get(store) ?? new Set<string>();
  tried.set(store, known);
  for (const id of ids.filter((one) => !known.has(one))) {
    known.add(id);
    if (!(await wasMadeHere(store, id))) await pause(waitMs());
    const isDone = await cutOutOne(owner, id, cutOut).catch(() => false);
    if (!isDone && isOffline()) addEventListener("online", () => known.delete(id), { once: true });
  }
}

const isOffline = () => "onLine" in navigator && !navigator.onLine;

async function cutOutOne(
  { store, mutate }: Setting,
  id: string,
  cutOut: NonNullable<Options["cutOut"]>,
): Promise<boolean> {
  const item = store.isGone ? undefined : await uncutItem(store, id);
  if (!item) return true;
  const { picture } = item;
  const made = picture === null || item.cutout !== null ? null : await cutOut(store, picture);
  if (picture !== null && item.cutout === null) {
    if (made === null || ("problem" in made && MAY_WORK_ELSEWHERE.has(made.problem))) return false;
    if (!("problem" in made))
      await whileUsed(store, made, async (cutout) => {
        const now = await uncutItem(store, id);
        if (now?.picture === picture && now.cutout === null) await mutate(withCutout(now, cutout));
      });
  }
  if (await uncutItem(store, id)) await mutate(settled(id));
  return true;
}

const MAY_WORK_ELSEWHERE = new Set(["not-here", "protected"]);

const uncutItem = async (store: LocalStore, id: string): Promise<ItemRow | undefined> => {
  const item = await store.items.get(id);
  return item?.details === "uncut" ? item : undefined;
};

const withCutout = ({ id, picture, showsCutout: was }: ItemRow, cutout: string): Mutation => ({
  name: "item.update",
  args: {
    id,
    patch: { picture, cutout, showsCutout: true, details: null },
    was: { picture, cutout: null, showsCutout: was },
  },
});

const settled = (id: string): Mutation => ({
  name: "item.update",
  args: { id, patch: { details: null }, was: {} },
});

/** Sent changes are stored for two weeks. */
const wasMadeHere = async (store: LocalStore, id: string): Promise<boolean> =>
  (await store.outbox.filter(({ rows }) => rows.includes(id)).first()) !== undefined;
