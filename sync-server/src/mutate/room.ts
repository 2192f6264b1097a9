import type { OwnerTable } from "@shelv/contract/owner-tables";
import { Refusal } from "@shelv/contract/refusal";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { Kysely } from "kysely";
import { countRows } from "#database/owner-rows";
import type { Schema } from "#database/schema";
import type { LockedOwner } from "./owner-version.ts";

/** Far more than a page can show. One database serves everybody, so what one account holds has an end, whatever its plan. */
export const ACCOUNT_ROOM: Partial<Record<OwnerTable, number>> = { shelves: 1000, categories: 5000, items: 20_000 };

/** Refuses what makes new rows where there is no room for them. Bringing back what was there before is never refused. */
export async function mustHaveRoom(trx: Kysely<Schema>, owner: LockedOwner, name: string, changes: readonly RowChange[]): Promise<void> {
  if (!name.endsWith(".create")) return owner.rows.clear();
  for (const { table, before } of changes) {
    const room = ACCOUNT_ROOM[table];
    if (before !== null || room === undefined) continue;
    const held = owner.rows.get(table) ?? (await countRows(trx, owner.userId, table));
    if (held >= room) throw new Refusal("account-full");
    owner.rows.set(table, held + 1);
  }
}
