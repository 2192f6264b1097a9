/**
 * Moves an installation between SQLite and PostgreSQL, with sync epochs and sessions; pictures are files, and
 * stay.
 *
 *   no server, empty target → each table in slices: rows + how far → read both again, row by row → complete
 *
 * A slice and its place commit together: a killed copy continues at its last slice.
 */
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { isPostgres } from "#database/dialect";
import { isUniqueViolation } from "#database/errors";
import { write } from "#database/transaction";
import { SettingsError } from "#platform/settings-error";
import {
  columnsOf,
  countRows,
  insertRows,
  isSame,
  type Key,
  keyOf,
  readSlice,
  type Row,
  ROWS_PER_SLICE,
  storable,
} from "./copied-rows.ts";
import { COPIED_TABLES, type CopiedTable } from "./copied-tables.ts";
import { type CopyPlace, mustBeUnused, openSource, openTarget } from "./copy-place.ts";
import { beginProgress, endProgress, isUnfinished, reachedIn, storeReached } from "./copy-progress.ts";

type Addresses = { from?: string | undefined; to?: string | undefined };
type Say = (line: string) => void;

export async function copy({ from = "", to = "" }: Addresses, say: Say): Promise<string> {
  const source = await openSource(from);
  try {
    const target = await openTarget(to);
    try {
      const hasRun = await target.db.leases.hold("copy", (lost) => copyAll(source, target, { say, lost }));
      if (!hasRun) throw new SettingsError(`Another copy to ${target.name} is running.`);
      return messageOf(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function copyAll(
  source: CopyPlace,
  target: CopyPlace,
  { say, lost }: { say: Say; lost: AbortSignal },
): Promise<void> {
  if (await isUnfinished(target.db.writer)) say("An interrupted copy continues.");
  else {
    await mustBeEmpty(target);
    await beginProgress(target.db.writer);
  }
  const columns = await columnsOf(target.db.reader);
  const tables = COPIED_TABLES.map((table) => ({ ...table, columns: columns.get(table.name) ?? [] }));
  let total = 0;
  for (const table of tables) total += await countRows(source.db.reader, table);

  const copied = steps({ say, lost }, { verb: "copied", total });
  for (const table of tables) await copyTable(source, target, { table, step: copied });
  if (isPostgres(target.db.writer)) await sql`analyze`.execute(target.db.writer);
  const compared = steps({ say, lost }, { verb: "compared", total });
  const different: string[] = [];
  for (const table of tables)
    if (!(await isTableSame(source, target, { table, step: compared }))) different.push(table.name);
  if (different.length > 0)
    throw new SettingsError(
      `These tables differ: ${different.join(", ")}. ${source.name} was changed since the copy began: empty ${target.name}, and copy again.`,
    );
  await mustBeUnused(source);
  await endProgress(target.db.writer);
  say(`All ${total} rows are copied, and were compared.`);
}

type Table = CopiedTable & { columns: readonly string[] };
type Step = (table: string, rows: number) => void;

async function copyTable(
  { db: { reader } }: CopyPlace,
  { db: { writer }, name }: CopyPlace,
  { table, step }: { table: Table; step: Step },
): Promise<void> {
  let { after, isDone } = await reachedIn(writer, table.name);
  while (!isDone) {
    const rows = await readSlice(reader, table, { columns: table.columns, after });
    const last = rows.at(-1);
    after = last ? keyOf(table, last) : after;
    isDone = rows.length < ROWS_PER_SLICE;
    const reached = { after, isDone };
    await write(writer, null, async (trx) => {
      await insertRows(trx, table, {
        columns: table.columns,
        rows: rows.map((row) => storable(table, row)),
      });
      await storeReached(trx, table.name, reached);
    }).catch((cause: unknown) => {
      throw isUniqueViolation(cause)
        ? new SettingsError(`${name} holds other rows of ${table.name}: empty it, and copy again.`, { cause })
        : cause;
    });
    step(table.name, rows.length);
    await setImmediate();
  }
}

async function isTableSame(
  source: CopyPlace,
  target: CopyPlace,
  { table, step }: { table: Table; step: Step },
): Promise<boolean> {
  let afters: [source: Key | null, target: Key | null] = [null, null];
  for (;;) {
    const rows = await readSlice(source.db.reader, table, { columns: table.columns, after: afters[0] });
    const copies = await readSlice(target.db.reader, table, { columns: table.columns, after: afters[1] });
    const areSame =
      rows.length === copies.length &&
      rows.every((row, at) => isSame(storable(table, row), copies[at] as Row, table.columns));
    if (!areSame) return false;
    step(table.name, rows.length);
    const [last, lastCopy] = [rows.at(-1), copies.at(-1)];
    if (rows.length < ROWS_PER_SLICE || !last || !lastCopy) return true;
    afters = [keyOf(table, last), keyOf(table, lastCopy)];
    await setImmediate();
  }
}

async function mustBeEmpty({ db, name }: CopyPlace): Promise<void> {
  for (const { name: table } of COPIED_TABLES) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db.reader);
    if (rows.length > 0)
      throw new SettingsError(`${name} has data already (in ${table}): copy into an empty database.`);
  }
}

const SAYS_EVERY_MS = 1000;

function steps(
  { say, lost }: { say: Say; lost: AbortSignal },
  { verb, total }: { verb: string; total: number },
): Step {
  let [done, saidAt] = [0, performance.now()];
  return (table, rows) => {
    if (lost.aborted)
      throw new SettingsError("The connection to the target was lost: run the same copy again.");
    done += rows;
    if (performance.now() - saidAt < SAYS_EVERY_MS) return;
    saidAt = performance.now();
    say(`${done} of ${total} rows ${verb}, now ${table}`);
  };
}

function messageOf(source: CopyPlace, target: CopyPlace): string {
  const secret =
    source.folder === null
      ? "Keep SESSION_SECRET as it is"
      : `Set SESSION_SECRET to what it was, or to the content of ${source.folder}/session-secret`;
  const pictures =
    target.folder === null
      ? "leave DATA_DIR where it is: pictures are still there"
      : `put the pictures of DATA_DIR/media into ${target.folder}/media`;
  return `${target.name} has everything that ${source.name} has. ${secret}, and ${pictures}.`;
}
