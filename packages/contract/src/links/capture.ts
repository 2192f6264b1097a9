import * as v from "valibot";
import { id } from "#values/id";
import { requiredLine } from "#values/text";
import { findLink, withoutLink } from "./find-link.ts";

/** A token that can only add items. It is shown once; the server stores a hash. */
export const captureToken = v.pipe(v.string(), v.regex(/^shelv_[\w-]{43}$/));

export const captureTokenName = requiredLine(60, "Give the token a name");

/** A whole page that the owner selected is cut, not rejected. */
export const CAPTURE_MAX_BYTES = 256 * 1024;
/** The most letters of each text, far more than any field of an item takes. */
const CAPTURED_TEXT_MAX_LENGTH = 16 * 1024;

const text = v.nullish(v.string(), "");

/**
 * Without a link in `url`, the first link in `text` or `title` counts; `url` is empty if there is none. Missing
 * fields are read from the page afterwards. Without `shelfId` the item goes to the shelf that last got an item.
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
    const cut = (given: string) =>
      (link ? withoutLink(given, link) : given)
        .slice(0, CAPTURED_TEXT_MAX_LENGTH)
        .replace(/\p{Surrogate}$/u, "");
    return {
      url: link?.url ?? "",
      title: cut(words.title),
      text: cut(words.text),
      price: cut(words.price),
      imageUrl: words.imageUrl,
      shelfId: shelfId ?? null,
    };
  }),
);
export type Captured = v.InferOutput<typeof captured>;
