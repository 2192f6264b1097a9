import * as v from "valibot";
import { categoryIds } from "./category.ts";
import { EMOJI_FIELD } from "./shelf.ts";
import { id } from "#values/id";
import { linkUrl, optionalLinkUrl } from "#values/link-url";
import { objectName } from "#values/object-name";
import { pictureSha } from "./picture.ts";
import { position } from "#values/position";
import {
  CHOICE,
  entriesOf,
  fields,
  fieldsWith,
  firstOf,
  LINE,
  LINK,
  namesOf,
  PICTURE,
  TEXT,
} from "./field.ts";
import { optionalLine, optionalText, requiredLine } from "#values/text";

export const ITEM_TITLE_MAX_LENGTH = 200;
export const ITEM_DESCRIPTION_MAX_LENGTH = 1000;
export const ITEM_PRICE_MAX_LENGTH = 40;
const ITEM_NOTE_MAX_LENGTH = 1000;

const time = v.pipe(v.string(), v.isoTimestamp("Must be a time in ISO 8601, UTC"));

/**
 * - pending: the server will read the link and fill empty fields.
 * - failed: it has given up.
 * - uncut: it filled the picture; no device has tried to remove the background yet.
 */
const DETAILS_STATES = ["pending", "failed", "uncut"] as const;

/**
 * - gone: not found in several checks over several days.
 * - unsure: the site does not answer, or not to the server.
 * - sold-out: the page says so.
 */
const LINK_STATES = ["unchecked", "ok", "gone", "unsure", "sold-out"] as const;
export const linkState = v.picklist(LINK_STATES);
export type LinkState = (typeof LINK_STATES)[number];

const MARK = { input: "none", sees: "owner", setIn: "menu", isLater: true, rest: "answers" } as const;
const CHECKED = { ...MARK, setIn: "server" } as const;

/** A new field also needs a column and a new `VIEW_SCHEMA`. */
export const ITEM_FIELDS = fields({
  title: {
    ...LINE,
    schema: requiredLine(ITEM_TITLE_MAX_LENGTH, "Title is required"),
    label: "Title",
    isRequired: true,
    rest: "takes",
    isSearched: true,
    isFromPage: true,
  },
  /** Empty: a thing without a link. */
  url: { ...LINK, schema: optionalLinkUrl, label: "URL", rest: "takes", isSearched: true },
  description: {
    ...TEXT,
    schema: optionalText(ITEM_DESCRIPTION_MAX_LENGTH),
    label: "Description",
    rest: "takes",
    isSearched: true,
    isFromPage: true,
  },
  price: {
    ...LINE,
    schema: optionalLine(ITEM_PRICE_MAX_LENGTH),
    label: "Price",
    rest: "takes",
    isSearched: true,
    isFromPage: true,
  },
  emoji: { ...EMOJI_FIELD, rest: "takes" },
  /** Null: chosen by link and title. An owner's emoji is shown instead. */
  object: {
    ...CHOICE,
    schema: v.nullable(objectName),
    first: null,
    label: "Object",
    isLater: true,
    rest: "takes",
  },
  picture: { ...PICTURE, schema: v.nullable(pictureSha), label: "Picture", isFromPage: true },
  cutout: { schema: v.nullable(pictureSha), first: null, input: "none", sees: "everyone", setIn: "form" },
  showsCutout: { ...CHOICE, schema: v.boolean(), first: false, label: "Show on the shelf" },
  /** Only the owner sees it. */
  note: {
    ...TEXT,
    schema: optionalText(ITEM_NOTE_MAX_LENGTH),
    label: "Note",
    sees: "owner",
    isLater: true,
    rest: "takes",
    isSearched: true,
  },
  isHidden: { ...MARK, schema: v.boolean(), first: false, input: "flag", label: "Hidden", rest: "takes" },
  details: {
    ...MARK,
    schema: v.fallback(v.nullable(v.picklist(DETAILS_STATES)), null),
    first: null,
    isNotOfferedBack: true,
  },
  /**
   * "Needs a look" does not list the item until then, by the server's clock: a device's edit only begins or
   * ends the silence. The first check after it sets null.
   */
  silencedUntil: { ...MARK, schema: v.nullable(time), first: null, isNotOfferedBack: true },
  /** Of the server's last check of the link; a new `url` resets both. */
  linkState: { ...CHECKED, schema: v.fallback(linkState, "unchecked"), first: "unchecked" },
  /** In ISO 8601. */
  checkedAt: { ...CHECKED, schema: v.nullable(v.string()), first: null },
});

const FORM = fieldsWith(ITEM_FIELDS, "setIn", "form");
const MENU = fieldsWith(ITEM_FIELDS, "setIn", "menu");
const CHECKS = fieldsWith(ITEM_FIELDS, "setIn", "server");

export const itemFields = v.object(entriesOf(FORM));
export type ItemFields = v.InferOutput<typeof itemFields>;
export const itemMarks = v.object(entriesOf(MENU));
export type ItemMarks = v.InferOutput<typeof itemMarks>;

export const ITEM_FORM_FIELDS = namesOf(FORM);
export const NEW_ITEM_FIELDS = firstOf(FORM);
export const NEW_ITEM_MARKS = firstOf(MENU);
export const UNCHECKED = firstOf(CHECKS);

export const ITEM_FIELDS_FROM_PAGE = fieldsWith(ITEM_FIELDS, "isFromPage", true);
export const SEARCHED_ITEM_FIELDS = namesOf(fieldsWith(ITEM_FIELDS, "isSearched", true));

export const SENT_ITEM_FIELDS = fieldsWith(ITEM_FIELDS, "rest", "takes");
export const PUBLIC_ITEM_FIELDS = fieldsWith(SENT_ITEM_FIELDS, "sees", "everyone");

/** A picture and its cut-out are one unit: no picture gets another's. */
export const PICTURE_FIELDS = ["picture", "cutout", "showsCutout"] as const satisfies (keyof ItemFields)[];

export const itemRow = v.object({
  id,
  shelfId: id,
  ...entriesOf(ITEM_FIELDS),
  categoryIds,
  position,
  createdAt: v.string(),
});
export type ItemRow = v.InferOutput<typeof itemRow>;

/** What a visitor follows; null without a link: no clicks, no checks. */
export function linkOf({ url }: Pick<ItemFields, "url">): string | null {
  const { success, output } = v.safeParse(linkUrl, url);
  return success ? output : null;
}

export const shownPicture = ({
  picture,
  cutout,
  showsCutout,
}: Pick<ItemFields, "picture" | "cutout" | "showsCutout">): string | null =>
  (showsCutout ? cutout : null) ?? picture;

/** How long "keep" silences a link. */
export const SILENCED_FOR_MS = 90 * 24 * 60 * 60_000;

type LinkStatus = Pick<ItemRow, "isHidden" | "linkState" | "silencedUntil">;

/** Whether "Needs a look" lists the item. */
export const needsLook = ({ isHidden, linkState, silencedUntil }: LinkStatus): boolean =>
  !isHidden && (linkState === "gone" || linkState === "sold-out") && silencedUntil === null;

/** `hidesGoneLinks`: the owner's setting. A silenced link is shown. */
export const isHiddenFromVisitors = (
  { isHidden, linkState, silencedUntil }: LinkStatus,
  hidesGoneLinks: boolean,
): boolean => isHidden || (hidesGoneLinks && linkState === "gone" && silencedUntil === null);
