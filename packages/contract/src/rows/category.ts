import * as v from "valibot";
import { id } from "#values/id";
import { entriesOf, fields, LINE } from "./field.ts";
import { position } from "#values/position";
import { requiredLine, withoutHiddenMarks } from "#values/text";

const CATEGORY_NAME_MAX_LENGTH = 40;

/** The server merges equal names that two devices create on a shelf. */
export const CATEGORY_FIELDS = fields({
  name: {
    ...LINE,
    schema: requiredLine(CATEGORY_NAME_MAX_LENGTH, "Category name is required"),
    label: "Name",
    isRequired: true,
  },
});
export const categoryFields = v.object(entriesOf(CATEGORY_FIELDS));

/** Equal for names that look alike, ignoring case. */
export const categoryNameKey = (name: string): string =>
  withoutHiddenMarks(name).normalize("NFC").trim().toLowerCase();

const knownKeys = new WeakMap<object, string>();

/** Cached per row: a change compares many names, and a key full of accents takes 0.3 ms. */
export function categoryKey(category: { name: string }): string {
  const key = knownKeys.get(category) ?? categoryNameKey(category.name);
  knownKeys.set(category, key);
  return key;
}

/** A category never changes its shelf. */
export const categoryRow = v.object({
  id,
  shelfId: id,
  ...categoryFields.entries,
  position,
  createdAt: v.string(),
});
export type CategoryRow = v.InferOutput<typeof categoryRow>;

/** A set, sorted by bytes so that equal sets are equal strings. */
export const categoryIds = v.pipe(
  v.array(id),
  v.maxLength(100),
  v.transform((ids) => [...new Set(ids)].toSorted()),
);
