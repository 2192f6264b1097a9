import * as v from "valibot";
import { categoryIds } from "./category.ts";
import { id } from "./id.ts";
import { linkUrl } from "./link-url.ts";
import { pictureSha } from "./picture.ts";
import { position } from "./position.ts";
import { emoji } from "./shelf.ts";
import { optionalLine, optionalText, requiredLine } from "./text.ts";

const ITEM_TITLE_MAX_LENGTH = 200;
const ITEM_DESCRIPTION_MAX_LENGTH = 1000;
const ITEM_PRICE_MAX_LENGTH = 40;
export const ITEM_DEFAULT_EMOJI = "🔗";

const itemEntries = {
  title: requiredLine(ITEM_TITLE_MAX_LENGTH, "Title is required"),
  url: linkUrl,
  description: optionalText(ITEM_DESCRIPTION_MAX_LENGTH),
  /** Free text: "$19.99", "from 5 €", "free". */
  price: optionalLine(ITEM_PRICE_MAX_LENGTH),
  emoji,
  picture: v.nullable(pictureSha),
  /** If the device made one. */
  cutout: v.nullable(pictureSha),
  showsCutout: v.boolean(),
};

export const itemFields = v.object(itemEntries);
export type ItemFields = v.InferOutput<typeof itemFields>;

export const itemRow = v.object({
  id,
  shelfId: id,
  ...itemEntries,
  categoryIds,
  position,
  createdAt: v.string(),
});
export type ItemRow = v.InferOutput<typeof itemRow>;

export const shownPicture = ({
  picture,
  cutout,
  showsCutout,
}: Pick<ItemFields, "picture" | "cutout" | "showsCutout">): string | null =>
  (showsCutout ? cutout : null) ?? picture;
