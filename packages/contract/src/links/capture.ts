import * as v from "valibot";
import { id } from "#values/id";
import { requiredLine } from "#values/text";
import { findLink, withoutLink } from "./find-link.ts";

/** A token that can only add items. Shown once; the server stores a hash. */
export const captureToken = v.pipe(v.string(), v.regex(/^shelv_[\w-]{43}$/));

export const captureTokenName = requiredLine(60, "Give the token a name");

/** A selected whole page is cut, not rejected. */
export const CAPTURE_MAX_BYTES = 256 * 1024;
/** Per value, far more than any field of an item takes. */
const CAPTURED_TEXT_MAX_LENGTH = 16 * 1024;

const text = v.nullish(v.string(), "");

/**
 * Without `url`, the first link in `text` or `title` counts. Missing fields are read from the page. Without
 * `shelfId` the item goes to the shelf that last got an item.
 */
export const captured = v.pipe(
  v.object({
    url: text,
    title: text,
    text: text,
    price: text,
    imageUrl: text,
    shelfId: v.nullish(id),
  }),
  v.transform(({ shelfId, ...words }) => {
    const link = findLink(words);
    const cutText = (given: string) => cut(link ? withoutLink(given, link) : given);
    return {
      url: cut(link?.url ?? ""),
      title: cutText(words.title),
      text: cutText(words.text),
      price: cutText(words.price),
      imageUrl: cut(words.imageUrl),
      shelfId: shelfId ?? null,
    };
  }),
);

/** A copy: a slice would keep the whole text in memory while the capture is queued. */
const cut = (given: string): string =>
  JSON.parse(
    JSON.stringify(given.slice(0, CAPTURED_TEXT_MAX_LENGTH).replace(/\p{Surrogate}$/u, "")),
  ) as string;

export type Captured = v.InferOutput<typeof captured>;
