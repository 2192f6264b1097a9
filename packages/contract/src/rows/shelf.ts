import * as v from "valibot";
import { id } from "#values/id";
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

/** A shelf's emoji, which may be many code units (families, flags); empty means the default. */
export const emoji = optionalLine(32);

const shelfEntries = {
  name: requiredLine(SHELF_NAME_MAX_LENGTH, "Shelf name is required"),
  description: optionalText(SHELF_DESCRIPTION_MAX_LENGTH),
  emoji,
};

export const shelfFields = v.object(shelfEntries);
export type ShelfFields = v.InferOutput<typeof shelfFields>;

export const shelfRow = v.object({ id, ...shelfEntries, position, createdAt: v.string() });
export type ShelfRow = v.InferOutput<typeof shelfRow>;
