import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import { shownPicture } from "@shelv/contract/rows/item";
import { originalPath, picturePath } from "@shelv/contract/rows/picture";
import { picked } from "@shelv/contract/rows/field";
import { ANSWERED_ITEM_FIELDS, type ItemAnswer } from "@shelv/contract/routes/items";
import { inOrder } from "@shelv/mutators/placing";
import type { ProfileAnswer } from "@shelv/contract/routes/profile";
import type { Kysely } from "kysely";
import { readSingle } from "#database/rows/read-owner";
import { pictureShapes } from "#database/rows/pictures";
import type { Schema } from "#database/schema";

type ItemOnShelf = Omit<ItemAnswer, "shelf">;
type Beside = {
  categories: OwnerRow<"categories">[];
  /** Named by items, but missing on the server. */
  wanted: ReadonlySet<string>;
};

/** `order`: the item's place on the shelf. */
export function itemAnswerOn({
  categories,
  wanted,
}: Beside): (item: OwnerRow<"items">, order: number) => ItemOnShelf {
  const stored = (sha256: string | null) => (sha256 !== null && wanted.has(sha256) ? null : sha256);
  const named = categoryNames(categories);
  const placeOf = new Map(named.map(({ id }, place) => [id, place]));
  const namesOf = (ids: readonly string[]) =>
    ids
      .flatMap((id) => placeOf.get(id) ?? [])
      .toSorted((a, b) => a - b)
      .flatMap((place) => named[place] ?? []);
  return (item, order) => ({
    id: item.id,
    shelfId: item.shelfId,
    ...picked(item, ANSWERED_ITEM_FIELDS),
    imageUrl: pictureUrl(stored(shownPicture(item))),
    originalImageUrl: originalUrl(stored(item.picture)),
    transparentImageUrl: originalUrl(stored(item.cutout)),
    categories: namesOf(item.categoryIds),
    order,
  });
}

const originalUrl = (sha256: string | null) => sha256 && originalPath(sha256);

export const categoryNames = (categories: OwnerRow<"categories">[]) =>
  inOrder(categories).map(({ id, name }) => ({ id, name }));

/** A size for half a screen. */
export const pictureUrl = (sha: string | null): string | null => sha && picturePath(sha, 320);

export async function profileAnswerOf(
  db: Kysely<Schema>,
  { userId, username }: { userId: string; username: string | null },
): Promise<ProfileAnswer> {
  const { displayName, title, bio, website, location, picture } = await readSingle(db, userId, "profile");
  const isStored = picture !== null && (await pictureShapes(db, userId, [picture])).has(picture);
  const profileImageUrl = isStored ? pictureUrl(picture) : null;
  return { username, displayName, title, bio, website, location, profileImageUrl };
}
