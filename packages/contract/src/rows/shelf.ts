import * as v from "valibot";
import { id } from "#values/id";
import { entriesOf, type Field, fields, firstOf, LINE, TEXT } from "./field.ts";
import { position } from "#values/position";
import { optionalLine, optionalText, requiredLine } from "#values/text";

const SHELF_NAME_MAX_LENGTH = 80;
const SHELF_DESCRIPTION_MAX_LENGTH = 300;
export const SHELF_DEFAULT_EMOJI = "📚";
export const SHELF_EMOJIS = [
  "📚",
  "🔗",
  "🛍️",
  "🎵",
  "🎬",
  "🎮",
  "🍳",
  "✈️",
  "🏡",
  "💄",
  "👕",
  "💻",
  "📷",
  "🎨",
  "🌱",
  "❤️",
] as const;

/** An emoji, which may be many code units (families, flags); a shelf's empty one means the default. */
export const EMOJI_FIELD = {
  ...LINE,
  input: "emoji",
  schema: optionalLine(32),
  label: "Emoji",
} as const satisfies Field;

export const SHELF_FIELDS = fields({
  name: {
    ...LINE,
    schema: requiredLine(SHELF_NAME_MAX_LENGTH, "Shelf name is required"),
    label: "Name",
    isRequired: true,
  },
  description: { ...TEXT, schema: optionalText(SHELF_DESCRIPTION_MAX_LENGTH), label: "Description" },
  emoji: EMOJI_FIELD,
});

export const shelfFields = v.object(entriesOf(SHELF_FIELDS));
export type ShelfFields = v.InferOutput<typeof shelfFields>;
export const NEW_SHELF_FIELDS = firstOf(SHELF_FIELDS);

export const shelfRow = v.object({ id, ...shelfFields.entries, position, createdAt: v.string() });
export type ShelfRow = v.InferOutput<typeof shelfRow>;
