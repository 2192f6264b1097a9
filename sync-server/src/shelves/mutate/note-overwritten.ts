/**
 * The later arrival wins. If an edit replaces a value that its device has not seen, a notice stores the value
 * to restore.
 */
import { categoryKey } from "@shelv/contract/rows/category";
import { namesOf } from "@shelv/contract/rows/field";
import { ITEM_FIELDS_FROM_PAGE } from "@shelv/contract/rows/item";
import { DROPPED_CATEGORY_FIELD, LOOK_FIELD } from "@shelv/contract/rows/notice";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import type { Joined, Moved, Seen } from "@shelv/mutators/mutator";
import { changedFields, overwrittenUnseen } from "@shelv/mutators/overwritten";
import type { Kysely } from "kysely";
import { deletedOne } from "#database/rows/deleted-rows";
import type { FieldPlace } from "#database/rows/field-writers";
import type { Schema } from "#database/schema";
import type { LockedOwner } from "./owner-version.ts";
import { writeNotice } from "./write-notice.ts";

type Done = { saw: readonly Seen[]; changes: readonly RowChange[]; clientId: string | null; now: Date };

export async function noteOverwritten(
  trx: Kysely<Schema>,
  owner: LockedOwner,
  { saw, changes, clientId, now }: Done,
): Promise<void> {
  for (const seen of saw) {
    const { table, id } = seen;
    const overwritten: Overwritten[] = [];
    for (const one of overwrittenUnseen(seen, changes)) {
      const { field } = one;
      const isUnseen =
        seen.unseen?.includes(field) || (await isByAnotherDevice(owner, { table, id, field, clientId }));
      if (isUnseen) overwritten.push(one);
    }
    for (const offered of table === "singles" && id === "appearance" ? asOneLook(overwritten) : overwritten)
      await writeNotice(trx, owner, { table, rowId: id, ...offered }, now);
  }
  for (const change of changes) {
    for (const field of changedFields(change))
      owner.rows.setWriter({ table: change.table, id: change.id, field }, clientId);
  }
}

/** Writer of the fields that the server filled in from an item's link. No device has this id. */
const LINK = "link";
const LINK_FIELDS: string[] = namesOf(ITEM_FIELDS_FROM_PAGE);

/** Not an edit: no notice is about it. */
export function noteLinkWrites({ rows }: LockedOwner, changes: readonly RowChange[]): void {
  for (const change of changes)
    for (const field of changedFields(change).filter((one) => LINK_FIELDS.includes(one)))
      rows.setWriter({ table: change.table, id: change.id, field }, LINK);
}

export async function fieldsOfLink({ rows }: LockedOwner, id: string | null): Promise<string[]> {
  const fields = [];
  for (const field of id === null ? [] : LINK_FIELDS)
    if ((await rows.lastWriter({ table: "items", id: id ?? "", field }))?.clientId === LINK)
      fields.push(field);
  return fields;
}

type Overwritten = { field: string; lost: unknown; kept: unknown };

/** A template sets several choices: one notice offers them all. */
function asOneLook(overwritten: readonly Overwritten[]): readonly Overwritten[] {
  if (overwritten.length < 2) return overwritten;
  const byField = (value: "lost" | "kept") =>
    Object.fromEntries(overwritten.map((one) => [one.field, one[value]]));
  return [{ field: LOOK_FIELD, lost: byField("lost"), kept: byField("kept") }];
}

/**
 * A device that became a new client sends applied changes again. Values that a change wrote and that are
 * still the same become this device's own: its next edit overwrites nothing unseen. `changes`: what the
 * change would do now.
 */
export async function claimUnchanged(
  { rows }: LockedOwner,
  { saw, changes, clientId }: { saw: Seen; changes: readonly RowChange[]; clientId: string | null },
): Promise<void> {
  const { table, id } = saw;
  const differing = new Set(
    changes.filter((change) => change.table === table && change.id === id).flatMap(changedFields),
  );
  for (const field of Object.keys(saw.was)) {
    const written = differing.has(field) ? undefined : await rows.lastWriter({ table, id, field });
    if (written) rows.setWriter({ table, id, field }, clientId);
  }
}

/** A notice for each category that an item joined and another device has deleted. */
export async function noteGoneCategories(
  trx: Kysely<Schema>,
  owner: LockedOwner,
  { joins, changes, now }: Pick<Done, "changes" | "now"> & { joins: Joined },
): Promise<void> {
  const { userId, rows } = owner;
  const after = changes.find(({ table, id }) => table === "items" && id === joins.itemId)?.after as
    | OwnerRow<"items">
    | null
    | undefined;
  for (const id of joins.categoryIds) {
    if (after?.categoryIds.includes(id)) continue;
    await rows.flush();
    // Only a deleted row has a tombstone.
    const gone = (await deletedOne(trx, userId, "categories", id))?.row as OwnerRow<"categories"> | undefined;
    const [item] = gone ? ((await rows.rows(["items", joins.itemId])) as OwnerRow<"items">[]) : [];
    if (!gone || item?.shelfId !== gone.shelfId) continue;
    await writeNotice(
      trx,
      owner,
      { table: "items", rowId: item.id, field: "categoryIds", lost: { id, name: gone.name }, kept: null },
      now,
    );
  }
}

/** For a category that one device gave to an item while another moved the item to another shelf. */
export async function noteDroppedCategories(
  trx: Kysely<Schema>,
  owner: LockedOwner,
  {
    joins,
    moves,
    changes,
    now,
  }: Pick<Done, "changes" | "now"> & { joins: Joined | null; moves: Moved | null },
): Promise<void> {
  const itemId = joins?.itemId ?? moves?.itemId;
  const [item] = itemId ? ((await owner.rows.rows(["items", itemId])) as OwnerRow<"items">[]) : [];
  if (!item) return;
  const dropped: OwnerRow<"categories">[] = [];
  for (const id of joins ? joins.categoryIds : unseenInMove(moves, changes)) {
    const [category] = (await owner.rows.rows(["categories", id])) as OwnerRow<"categories">[];
    if (category && category.shelfId !== item.shelfId) dropped.push(category);
  }
  if (dropped.length === 0) return;
  const here = (await owner.rows.rows(["categories", "shelfId", item.shelfId])) as OwnerRow<"categories">[];
  const held = new Set(here.filter(({ id }) => item.categoryIds.includes(id)).map(categoryKey));
  const place = { table: "items", rowId: item.id, field: DROPPED_CATEGORY_FIELD };
  for (const category of dropped)
    if (!held.has(categoryKey(category)))
      await writeNotice(trx, owner, { ...place, lost: category.name, kept: null }, now);
}

/** The item's categories before the move that the moving device had not pulled. */
function unseenInMove(moves: Moved | null, changes: readonly RowChange[]): string[] {
  const had = moves?.had;
  const moved = changes.find(({ table, id }) => table === "items" && id === moves?.itemId);
  const before = moved?.before as OwnerRow<"items"> | null | undefined;
  return had && before ? before.categoryIds.filter((id) => !had.includes(id)) : [];
}

type Written = FieldPlace & { clientId: string | null };

/** A device has seen its own values, even if its edit in between was rejected. */
async function isByAnotherDevice({ rows }: LockedOwner, { clientId, ...where }: Written): Promise<boolean> {
  const writer = await rows.lastWriter(where);
  return writer !== undefined && writer.clientId !== LINK && writer.clientId !== clientId;
}
