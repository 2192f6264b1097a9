/**
 * A pull brings only newer changes, so a row damaged by a flipped byte or a bug would stay. After each start
 * and once a day the device compares digests of all rows, and pulls everything again if they differ.
 */
import type { OwnerTable } from "@shelv/contract/rows/owner-tables";
import { digestsOf } from "@shelv/contract/row-digest";
import type { RowDigests } from "@shelv/contract/sync";
import type { LocalStore } from "#local-store/local-store";
import { pendingCount } from "#local-store/queries";
import { readMeta, startedOver, writeMeta } from "#local-store/sync-meta";

const DAY_MS = 24 * 60 * 60_000;
/** A few milliseconds of a phone's main thread. */
const ROWS_AT_ONCE = 200;

/** A clock that was set back makes it due too. */
export async function isRowCheckDue(store: LocalStore, nowMs: number): Promise<boolean> {
  const { rowsCheckedAt } = (await store.meta.get("sync")) ?? {};
  return rowsCheckedAt === undefined || Math.abs(nowMs - rowsCheckedAt) >= DAY_MS;
}

/**
 * Compares with the digests of a pull at this cursor. False if they differ: the device has started over. True
 * if equal, or if something changed since.
 */
export async function checkRows(
  store: LocalStore,
  { epoch, cursor, digests: expected }: { epoch: string; cursor: number; digests: RowDigests },
  nowMs: number,
): Promise<boolean> {
  const before = await store.meta.get("sync");
  if (before?.epoch !== epoch || before.cursor !== cursor || (await pendingCount(store)) > 0) return true;
  const { shape, tables } = await digestsOf((table) => chunksOf(store, table));
  const isSame =
    shape !== expected.shape ||
    Object.entries(tables).every(([table, digest]) => expected.tables[table] === digest);
  return store.transaction("rw", [store.meta, store.outbox], async () => {
    const meta = await readMeta(store);
    if (meta.revision !== before.revision || (await pendingCount(store)) > 0) return true;
    await writeMeta(store, { ...(isSame ? meta : startedOver(meta)), rowsCheckedAt: nowMs });
    return isSame;
  });
}

async function* chunksOf(store: LocalStore, table: OwnerTable) {
  let after = "";
  for (;;) {
    const rows = await store.view(table).where(":id").above(after).limit(ROWS_AT_ONCE).toArray();
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = last.id;
  }
}
