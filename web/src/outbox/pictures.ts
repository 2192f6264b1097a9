/**
 * A chosen picture is in memory until a change names it, and is stored in that change's transaction: never
 * one without the other.
 */
import { sha256Of } from "#pictures/sha256-of";
import type { LocalPicture } from "#local-store/schema";
import type { LocalStore } from "#local-store/local-store";
import { type Mutation } from "@shelv/mutators/mutations";

/**
 * A form that is left releases nothing: a change in progress may name its pictures. Those read last stay; a
 * form shows two.
 */
const HELD_AT_MOST = 8;

type HeldPicture = Pick<LocalPicture, "bytes" | "type" | "isUncut">;
const heldIn = new WeakMap<LocalStore, Map<string, HeldPicture>>();

/** In memory only, until a change names its SHA-256. */
export async function holdPicture(store: LocalStore, bytes: ArrayBuffer, type: string): Promise<string> {
  const sha256 = await sha256Of(bytes);
  const held = heldIn.get(store) ?? new Map<string, HeldPicture>();
  held.delete(sha256);
  held.set(sha256, { bytes, type });
  for (const oldest of [...held.keys()].slice(0, -HELD_AT_MOST)) held.delete(oldest);
  heldIn.set(store, held);
  return sha256;
}

/** For a change without a form. */
export async function whileUsed<T>(
  store: LocalStore,
  { bytes, type }: Pick<HeldPicture, "bytes" | "type">,
  use: (sha256: string) => Promise<T>,
): Promise<T> {
  const sha256 = await sha256Of(bytes);
  const isForms = isHeld(store, sha256);
  if (!isForms) await holdPicture(store, bytes, type);
  const held = heldIn.get(store)?.get(sha256);
  try {
    return await use(sha256);
  } finally {
    // A form may hold the same picture by now.
    if (!isForms && heldIn.get(store)?.get(sha256) === held) letGoOfPictures(store, [sha256]);
  }
}

export const isHeld = (store: LocalStore, sha256: string): boolean => heldIn.get(store)?.has(sha256) ?? false;

const drawnIn = new WeakMap<LocalStore, Set<string>>();

export const noteDrawn = (store: LocalStore, sha256: string): void =>
  void drawnIn.set(store, new Set(drawnIn.get(store)).add(sha256));

export const isDrawn = (store: LocalStore, sha256: string): boolean =>
  drawnIn.get(store)?.has(sha256) ?? false;

/** Inside the caller's transaction. */
export async function storeHeldPictures(store: LocalStore, named: readonly string[]): Promise<void> {
  for (const sha256 of named) {
    const held = heldIn.get(store)?.get(sha256);
    if (!held) continue;
    const known = await store.pictures.get(sha256);
    // Pruned as late as a new picture.
    await store.pictures.put({ ...known, sha256, ...held, at: Date.now() });
  }
}

type PictureChange = Extract<Mutation, { name: "item.update" | "profile.update" }>;

export async function shownPictures(store: LocalStore): Promise<Set<string>> {
  const shown = new Set<string>();
  for (const { picture, cutout } of await store.items.toArray())
    for (const sha256 of [picture, cutout]) if (sha256) shown.add(sha256);
  const profile = await store.singles.get("profile");
  if (profile?.id === "profile" && profile.picture) shown.add(profile.picture);
  return shown;
}

export async function rowShowing(
  store: LocalStore,
  sha256: string,
): Promise<{ id: string; mutation: PictureChange; without: PictureChange } | null> {
  const item = await store.items
    .filter(({ picture, cutout }) => picture === sha256 || cutout === sha256)
    .first();
  if (item) {
    const { id } = item;
    const field = item.picture === sha256 ? "picture" : "cutout";
    const was = { [field]: sha256 };
    const none = { picture: null, ...(item.cutout === null ? {} : { cutout: null }) };
    return {
      id,
      mutation: { name: "item.update", args: { id, patch: { [field]: sha256 }, was } },
      without: {
        name: "item.update",
        args: { id, patch: field === "picture" ? none : { cutout: null }, was },
      },
    };
  }
  const profile = await store.singles.get("profile");
  if (profile?.id !== "profile" || profile.picture !== sha256) return null;
  const was = { picture: sha256 };
  return {
    id: "profile",
    mutation: { name: "profile.update", args: { patch: { picture: sha256 }, was } },
    without: { name: "profile.update", args: { patch: { picture: null }, was } },
  };
}

/**
 * Stores a held picture before its change: the setup's photo must survive a reload. Without a change it is
 * pruned.
 */
export const storeAhead = (store: LocalStore, sha256: string): Promise<void> =>
  store.transaction("rw", store.pictures, () => storeHeldPictures(store, [sha256]));

export function letGoOfPictures(store: LocalStore, named: readonly string[]): void {
  for (const sha256 of named) heldIn.get(store)?.delete(sha256);
}

export async function localPicture(store: LocalStore, sha256: string): Promise<HeldPicture | undefined> {
  const held = heldIn.get(store);
  const picture = held?.get(sha256);
  if (!held || !picture) return store.pictures.get(sha256);
  held.delete(sha256);
  held.set(sha256, picture);
  return picture;
}

/** `isUncut`: the form is saved, and the background must still be removed. */
export async function noteUncut(store: LocalStore, sha256: string, isUncut: boolean): Promise<void> {
  const held = heldIn.get(store)?.get(sha256);
  if (held) held.isUncut = isUncut;
  else await store.pictures.update(sha256, { isUncut });
}

/** The mark stays if another item has the same picture without a cut-out. */
export async function noteCut(store: LocalStore, sha256: string): Promise<void> {
  if (!(await isUncut(store, sha256))) return;
  const uncut = await store.items
    .filter(({ picture, cutout }) => picture === sha256 && cutout === null)
    .count();
  if (uncut === 0) await noteUncut(store, sha256, false);
}

export const isUncut = async (store: LocalStore, sha256: string | null): Promise<boolean> =>
  sha256 !== null && (await store.pictures.get(sha256))?.isUncut === true;
