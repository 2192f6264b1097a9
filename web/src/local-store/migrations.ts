/**
 * Migrates rows of an older shape. The next pull replaces them, but until then the screens read them, perhaps
 * offline for long.
 */
import { FIRST_SINGLES } from "@shelv/contract/rows/owner-tables";
import type { Table, Transaction } from "dexie";
import type { BeforeImage } from "./schema";
import { confirmedRows } from "./before-images";

export async function migrateToVersion2(transaction: Transaction): Promise<void> {
  await transaction.table("items").toCollection().modify(completeItem);
  await transaction.table("singles").toCollection().modify(completeSingle);
  // There was no setup then. An account with rows counts as set up until the server reports otherwise.
  if ((await transaction.table("singles").count()) > 0)
    await transaction.table("singles").put({ ...FIRST_SINGLES.onboarding, completed: true });
  await transaction
    .table("base")
    .toCollection()
    .modify((base: { table: string; row: Record<string, unknown> | null }) => {
      if (base.row && base.table === "items") completeItem(base.row);
      if (base.row && base.table === "singles") completeSingle(base.row);
    });
}

const completeItem = (row: Record<string, unknown>) =>
  void Object.assign(row, { cutout: null, showsCutout: false, categoryIds: [] });

function completeSingle(row: Record<string, unknown>): void {
  const first = row.id === "profile" ? FIRST_SINGLES.profile : FIRST_SINGLES.account;
  Object.assign(row, { ...first, ...row });
}

export async function migrateToVersion5(transaction: Transaction): Promise<void> {
  const [meta, changes] = [transaction.table("meta"), transaction.table("changes")];
  await changes.bulkAdd(await transaction.table("outbox").toArray());
  const sync = (await meta.get("sync")) as { nextMid: number } | undefined;
  if (!sync) return;
  const { nextMid, ...kept } = sync;
  await meta.put({ ...kept, baseUpTo: nextMid - 1 });
  await continueNumbering(changes, nextMid - 1);
}

export async function migrateToVersion6(transaction: Transaction): Promise<void> {
  const [meta, changes] = [transaction.table("meta"), transaction.table("changes")];
  const sync = await meta.get("sync");
  if (!sync) return;
  const { baseUpTo, stuck: _, owed: __, ...kept } = sync as Record<string, number>;
  const entries: { mid: number; before?: BeforeImage[] }[] = await changes.toArray();
  const base: BeforeImage[] = await transaction.table("base").toArray();
  const later = entries.filter(({ mid }) => mid > (baseUpTo ?? 0));
  const before = confirmedRows([{ before: base }, ...later]);
  const pending = entries.filter(({ mid }) => mid > (kept["lastMid"] ?? 0));
  await changes.bulkPut(pending.map((entry, at) => ({ ...entry, before: at === 0 ? before : [] })));
  // Without a pending change nothing can hold the confirmed rows of acknowledged changes that are not pulled
  // yet: pull all rows.
  const isLost = pending.length === 0 && before.length > 0;
  await meta.put({
    ...kept,
    rebasedMid: kept["lastMid"],
    revision: 0,
    blocked: null,
    wants: [],
    ...(isLost ? { epoch: null, cursor: 0 } : {}),
  });
}

export async function continueNumbering(table: Table<unknown, number>, last: number): Promise<void> {
  if (last < 1 || (await table.get(last))) return;
  await table.add({ mid: last });
  await table.delete(last);
}
