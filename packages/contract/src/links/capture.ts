import * as v from "valibot";
import { id } from "#values/id";
import { requiredLine } from "#values/text";

/** A token that can only add items. It is shown once; the server stores a hash. */
export const captureToken = v.pipe(v.string(), v.regex(/^shelv_[\w-]{43}$/));

/** Where the token is used: "My iPhone". */
export const captureTokenName = requiredLine(60, "Give the token a name");

/** Texts that are too long for an item's fields are cut. */
const text = v.optional(v.pipe(v.string(), v.maxLength(16 * 1024)));

/**
 * Without `url`, the link in `text` counts. Missing fields are read from the page afterwards. Without
 * `shelfId` the item goes to the shelf that last got an item.
 */
export const captured = v.object({
  url: text,
  title: text,
  text: text,
  price: text,
  imageUrl: text,
  shelfId: v.optional(id),
});
export type Captured = v.InferOutput<typeof captured>;
