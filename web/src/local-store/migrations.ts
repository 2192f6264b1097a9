/**
 * Rows that this device holds in an older shape. They are fetched anew at the next exchange, but until then the screens
 * read them, offline perhaps for long.
 */
import { FIRST_SINGLES } from "@shelv/contract/owner-tables";
import type { Table, Transaction } from "dexie";
import type { BeforeImage } from "./schema";
import { confirmedRows } from "./before-images";

/** Items learn of categories and cut-outs, the profile of more fields, the account of its setup; in the view and under unsent changes alike. */
export async function bringUpToVersion2(transaction: Transaction): Promise<void> {
  await transaction.table("items").toCollection().modify(completeItem);
  await transaction.table("singles").toCollection().modify(completeSingle);
  // There was no setup then, and whose rows are here was in: offline, nobody can say otherwise before the server does.
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

/** The changes come into a table that numbers them; what is confirmed under them stands in `base`. */
export async function bringUpToVersion5(transaction: Transaction): Promise<void> {
  const [meta, changes] = [transaction.table("meta"), transaction.table("changes")];
  await changes.bulkAdd(await transaction.table("outbox").toArray());
  const sync = (await meta.get("sync")) as { nextMid: number } | undefined;
  if (!sync) return;
  const { nextMid, ...kept } = sync;
  await meta.put({ ...kept, baseUpTo: nextMid - 1 });
  await countOn(changes, nextMid - 1);
}

/** The confirmed rows of the table `base` become before-images of the first pending change. */
export async function bringUpToVersion6(transaction: Transaction): Promise<void> {
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
  // Rows of acknowledged changes that were not pulled yet have no pending change to hold what was confirmed.
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

/** The next number that a table gives is higher than this one. */
export async function countOn(table: Table<unknown, number>, given: number): Promise<void> {
  if (given < 1 || (await table.get(given))) return;
  await table.add({ mid: given });
  await table.delete(given);
}
