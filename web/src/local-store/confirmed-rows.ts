/**
 * The confirmed rows under unsent changes: the view is taken back to them before a newer state is laid over it. A change says
 * itself what stood where it changed something, since one record is written in less time than two. From time to time that is
 * put down in `base`, by row. Of a row, what stood under the earliest change is what is confirmed.
 */
import type { OwnerTable } from "@shelv/contract/owner-tables";
import type { BaseRow, LocalStore, OutboxEntry } from "./local-store";
import type { ReadableStore } from "./readable-store";
import { readMeta, writeMeta } from "./sync-meta";

/** So many changes at most say themselves what stood under them. */
const NOTED_EVERY = 64;
/** A change that touched more rows than this carries them no further than it has to. */
const HEAVY = 64;

export const isTimeToNote = (mid: number) => mid % NOTED_EVERY === 0;
export const isHeavy = (touched: readonly unknown[]) => touched.length > HEAVY;

/** `later`: at least the changes that `noted` knows nothing of. */
export function confirmedRows(
  noted: readonly BaseRow[],
  later: readonly OutboxEntry[],
  baseUpTo: number,
): BaseRow[] {
  const rows = new Map<string, BaseRow>();
  const added = later.flatMap(({ mid, before = [] }) => (mid > baseUpTo ? before : []));
  for (const row of [...noted, ...added]) if (!rows.has(keyOf(row).join())) rows.set(keyOf(row).join(), row);
  return [...rows.values()];
}

/** Puts down in `base` what the changes since say, inside the caller's transaction. */
export async function noteConfirmed(store: LocalStore): Promise<void> {
  const meta = await readMeta(store);
  const later = await laterThan(store, meta.baseUpTo);
  const rows = confirmedRows([], later, meta.baseUpTo);
  const noted = await store.base.bulkGet(rows.map(keyOf));
  await store.base.bulkAdd(rows.filter((_, at) => noted[at] === undefined));
  await lighten(store, later);
  await writeMeta(store, { ...meta, baseUpTo: later.at(-1)?.mid ?? meta.baseUpTo });
}

/** Changes whose rows `base` knows, or that nobody needs to know any more, put down heavy loads. */
export async function lighten(store: LocalStore, entries: readonly OutboxEntry[]): Promise<void> {
  const heavy = entries.filter(({ before = [] }) => isHeavy(before));
  if (heavy.length > 0) await store.outbox.bulkPut(heavy.map((entry) => ({ ...entry, before: [] })));
}

/** The ids of the rows that unsent changes touched. */
export async function touchedRows(store: ReadableStore): Promise<string[]> {
  const noted = await store.base.toCollection().primaryKeys();
  const later = await laterThan(store, (await store.meta.get("sync"))?.baseUpTo ?? 0);
  return [...noted.map(([, id]) => id), ...later.flatMap(({ before = [] }) => before.map(({ id }) => id))];
}

const laterThan = (store: ReadableStore, mid: number) => store.outbox.where("mid").above(mid).toArray();

export const keyOf = ({ table, id }: BaseRow): [OwnerTable, string] => [table, id];
