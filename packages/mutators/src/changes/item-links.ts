/**
 * What the server learns from an item's link. The author of these changes is the link, not a device: they
 * overwrite nothing of an owner's, and are no edit that a deletion could miss.
 */
import { id } from "@shelv/contract/values/id";
import { answersOf, entriesOf, namesOf } from "@shelv/contract/rows/field";
import { ITEM_FIELDS_FROM_PAGE, itemFields, itemMarks, linkState } from "@shelv/contract/rows/item";
import { dequal } from "dequal/lite";
import * as v from "valibot";
import { mutator } from "#mutator";
import { patched } from "#patch";

const fromPage = v.object(entriesOf(ITEM_FIELDS_FROM_PAGE));
const foundFields = v.partial(fromPage);
/** Not validated: they may predate today's rules. */
const seenFields = v.partial(v.object(answersOf(ITEM_FIELDS_FROM_PAGE)));

/**
 * Fills the fields that are still as they `was`. `patch`: null if the page could not be read. `url`: the link
 * that was read.
 */
export const completeItemDetails = mutator({
  v: 1,
  args: v.object({
    id,
    url: v.string(),
    patch: v.nullable(foundFields),
    was: seenFields,
    /** The picture is a generated card: no background to remove. */
    isIcon: v.optional(v.boolean(), false),
    /** `patch` has only what a capture brought. */
    isUnread: v.optional(v.boolean(), false),
  }),
  isServers: true,
  reads: ({ id }) => [["items", id]],
  pictures: ({ patch }) => (patch?.picture ? [patch.picture] : []),
  run(tx, { id, url, patch, was, isIcon, isUnread }) {
    const item = tx.get("items", id);
    if (!item || item.details !== "pending" || item.url !== url) return;
    const untouched = Object.entries(patch ?? {}).filter(([field]) => {
      const key = field as keyof typeof was;
      return key in was && dequal(item[key], was[key]);
    });
    // A cut-out belongs to its picture.
    const filled = Object.fromEntries(
      untouched.filter(([field]) => field !== "picture" || item.cutout === null),
    );
    const hasNewPicture = typeof filled.picture === "string" && !isIcon;
    const details = patch === null || isUnread ? "failed" : hasNewPicture ? "uncut" : null;
    tx.put("items", { ...patched(item, filled), details });
  },
});

/** The filled fields, and a cut-out of the filled picture. */
export const FILLED = [...namesOf(ITEM_FIELDS_FROM_PAGE), "cutout", "showsCutout", "details"] as const;

/**
 * Undoes a request for details, with the fields that the link wrote last; a filled picture goes with its
 * cut-out. `before`: the item at the request. A device, which does not know who wrote a field, takes back
 * only the request.
 */
export const takeBackDetails = mutator({
  v: 1,
  args: v.object({
    id,
    before: v.object({
      ...fromPage.entries,
      cutout: itemFields.entries.cutout,
      showsCutout: itemFields.entries.showsCutout,
      details: itemMarks.entries.details,
    }),
  }),
  reads: ({ id }) => [["items", id]],
  pictures: ({ before }) => [before.picture, before.cutout].filter((sha) => sha !== null),
  takesBackFromLink: ({ id }) => id,
  run(tx, { id, before }, { linkWrote = [] }) {
    const item = tx.get("items", id);
    if (!item) return;
    const fields = FILLED.filter((field) => linkWrote.includes(field));
    const all = fields.includes("picture") ? ([...fields, "cutout", "showsCutout"] as const) : fields;
    const patch = Object.fromEntries(all.map((field) => [field, before[field]]));
    const isOver = item.details !== "pending" && fields.length === 0;
    tx.put("items", { ...item, ...patch, details: isOver ? item.details : before.details });
  },
});

export const LINKS_CHECKED_TOGETHER = 50;

const time = v.pipe(v.string(), v.isoTimestamp());
const check = v.object({ id, url: v.string(), linkState, checkedAt: time });

/** An item whose link changed since stays unchecked. A silence that is over is dropped. */
export const noteLinkChecks = mutator({
  v: 1,
  args: v.object({ checks: v.pipe(v.array(check), v.maxLength(LINKS_CHECKED_TOGETHER)) }),
  isServers: true,
  reads: ({ checks }) => checks.map(({ id }) => ["items", id] as const),
  run(tx, { checks }, { now }) {
    for (const { id, url, linkState, checkedAt } of checks) {
      const item = tx.get("items", id);
      if (item?.url !== url) continue;
      const { silencedUntil } = item;
      tx.put("items", {
        ...item,
        linkState,
        checkedAt,
        silencedUntil: silencedUntil !== null && silencedUntil <= now ? null : silencedUntil,
      });
    }
  },
});
