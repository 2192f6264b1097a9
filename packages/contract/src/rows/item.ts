import * as v from "valibot";
import { categoryIds } from "./category.ts";
import { id } from "#values/id";
import { linkUrl } from "#values/link-url";
import { pictureSha } from "./picture.ts";
import { position } from "#values/position";
import { emoji } from "./shelf.ts";
import { optionalLine, optionalText, requiredLine } from "#values/text";

export const ITEM_TITLE_MAX_LENGTH = 200;
export const ITEM_DESCRIPTION_MAX_LENGTH = 1000;
export const ITEM_PRICE_MAX_LENGTH = 40;

/**
 * A new field also needs a new `VIEW_SCHEMA` (web/src/local-store/schema.ts), so that devices pull the rows
 * again, and a new `v` of the item's mutations.
 */
const itemEntries = {
  title: requiredLine(ITEM_TITLE_MAX_LENGTH, "Title is required"),
  url: linkUrl,
  description: optionalText(ITEM_DESCRIPTION_MAX_LENGTH),
  /** The price as free text: "$19.99", "from 5 €", "free". */
  price: optionalLine(ITEM_PRICE_MAX_LENGTH),
  emoji,
  picture: v.nullable(pictureSha),
  /** The picture's cut-out, if the device made one. */
  cutout: v.nullable(pictureSha),
  showsCutout: v.boolean(),
};

/** A picture and its cut-out are one unit: no picture gets another's cut-out. */
export const PICTURE_FIELDS = [
  "picture",
  "cutout",
  "showsCutout",
] as const satisfies (keyof typeof itemEntries)[];

export const itemFields = v.object(itemEntries);
export type ItemFields = v.InferOutput<typeof itemFields>;

const time = v.pipe(v.string(), v.isoTimestamp("Must be a time in ISO 8601, UTC"));

/**
 * - pending: the server will read the link and fill empty fields.
 * - failed: it could not, and has given up.
 * - uncut: it filled the picture, and no device has tried to remove the background yet.
 */
export const DETAILS_STATES = ["pending", "failed", "uncut"] as const;

/** Fields that the owner sets beside the form. Older rows, exports and devices lack them. */
const itemMarkEntries = {
  /** Whether visitors do not see the item. */
  isHidden: v.optional(v.boolean(), false),
  details: v.optional(v.fallback(v.nullable(v.picklist(DETAILS_STATES)), null), null),
  /**
   * The time until which "Needs a look" does not list the item, by the server's clock: a device's edit only
   * says that the silence begins or ends. The server's first check after that time makes it null.
   */
  silencedUntil: v.optional(v.nullable(time), null),
};

export const itemMarks = v.object(itemMarkEntries);
export type ItemMarks = v.InferOutput<typeof itemMarks>;

/**
 * - gone: the page was not found in several checks over several days.
 * - unsure: the site does not answer, or not to the server.
 * - sold-out: the page says so.
 */
const LINK_STATES = ["unchecked", "ok", "gone", "unsure", "sold-out"] as const;
export const linkState = v.picklist(LINK_STATES);
export type LinkState = (typeof LINK_STATES)[number];

/** Fields of the server's checks of the link; a new `url` resets them. */
const linkCheckEntries = {
  linkState: v.optional(v.fallback(linkState, "unchecked"), "unchecked"),
  /** When the link was last checked, in ISO 8601. */
  checkedAt: v.optional(v.nullable(v.string()), null),
};

export const NEW_ITEM_MARKS: ItemMarks = { isHidden: false, details: null, silencedUntil: null };
export const UNCHECKED = { linkState: "unchecked", checkedAt: null } as const;

export const itemRow = v.object({
  id,
  shelfId: id,
  ...itemEntries,
  ...itemMarkEntries,
  ...linkCheckEntries,
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

/** How long "keep" silences a link, in ms, by the server's clock. */
export const SILENCED_FOR_MS = 90 * 24 * 60 * 60_000;

type LinkStatus = Pick<ItemRow, "isHidden" | "linkState" | "silencedUntil">;

/** Whether the item is in the owner's list "Needs a look". No device's clock ends a silence. */
export const needsLook = ({ isHidden, linkState, silencedUntil }: LinkStatus): boolean =>
  !isHidden && (linkState === "gone" || linkState === "sold-out") && silencedUntil === null;

/** `hidesGoneLinks`: the owner's setting. A link that the owner keeps is shown. */
export const isHiddenFromVisitors = (
  { isHidden, linkState, silencedUntil }: LinkStatus,
  hidesGoneLinks: boolean,
): boolean => isHidden || (hidesGoneLinks && linkState === "gone" && silencedUntil === null);
