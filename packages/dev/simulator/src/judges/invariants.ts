import { DELETED_FIELD, DROPPED_CATEGORY_FIELD, MORE_FIELD } from "@shelv/contract/rows/notice";
import {
  OWNER_TABLE_NAMES,
  type OwnerRow,
  type OwnerTable,
  type Single,
} from "@shelv/contract/rows/owner-tables";
import { Refusal } from "@shelv/contract/refusal";
import { NO_OP } from "@shelv/contract/sync";
import { type Fetched, hasValue, MemoryTx } from "@shelv/mutators/memory-tx";
import { prepareMutation } from "@shelv/mutators/mutations";
import { asDeleted, confirmedEntry, trashRow } from "web/local-store/trash";
import { type TrashRow, type OutboxEntry, VIEW_SCHEMA } from "web/local-store/schema";
import type { DeletedRead, DeletedRow, LiveRead, Read } from "@shelv/mutators/mutator";
import { confirmedRows, rowsWithPendingChanges } from "web/local-store/before-images";
import type { Device } from "#device";
import type { Chronicle, Overwritten } from "#chronicle";
import { BLOCKED_PICTURE } from "#network";
import { BAD_PICTURE, type SimServer } from "#sim-server";

type View = Record<OwnerTable, OwnerRow[]>;

/** After healing, with nothing left to send. */
export async function everyViewEqualsServer(devices: readonly Device[], server: SimServer): Promise<void> {
  const truth = sorted(await server.state());
  for (const device of devices) {
    expectSame(sorted(await device.view()), truth, `${device.name} differs from the server`);
    const touched = await rowsWithPendingChanges(device.store);
    if (touched.length > 0)
      throw new Error(`${device.name} still takes ${touched.length} rows for unconfirmed`);
  }
}

/** After a sync: a device with nothing to send that has pulled everything has the server's rows. */
export async function currentViewEqualsServer(device: Device, server: SimServer): Promise<void> {
  const meta = await device.store.meta.get("sync");
  if (!meta || device.userId !== server.userId || meta.viewSchema !== VIEW_SCHEMA) return;
  const { epoch, version } = await server.position();
  if (meta.epoch !== epoch || meta.cursor !== version || meta.awaitsRows) return;
  if ((await device.store.outbox.where("mid").above(meta.lastMid).count()) > 0) return;
  if ((await rowsWithPendingChanges(device.store)).length > 0) return;
  expectSame(
    sorted(await device.view()),
    sorted(await server.state()),
    `${device.name}, which has pulled everything, differs from the server`,
  );
}

export async function nothingIsLostOrDoubled(devices: readonly Device[], server: SimServer): Promise<void> {
  for (const device of devices) {
    const tray = new Set((await device.store.rejected.toArray()).map(({ opId }) => opId));
    const timesOf = (opId: string) =>
      server.chronicle.journal.filter((entry) => entry.opId === opId && entry.name !== NO_OP).length;
    for (const { opId, what } of device.made) {
      const times = timesOf(opId);
      const inTray = tray.has(opId) ? 1 : 0;
      // Of two copies of a profile, one may send a change that the other knows as rejected.
      const isTwice = device.shared.has(opId) ? times > 1 : times + inTray > 1;
      if (times + inTray === 0 || isTwice)
        throw new Error(
          `${device.name}'s ${what} took effect ${times} times and is ${inTray} times in the tray`,
        );
    }
    for (const { opId, what } of device.forgotten) {
      if (timesOf(opId) > 1)
        throw new Error(
          `${device.name}'s ${what}, which its store no longer knows, took effect ${timesOf(opId)} times`,
        );
    }
  }
}

export async function noPictureIsLost(
  devices: readonly Device[],
  server: SimServer,
  { uploadsFail }: { uploadsFail: boolean },
): Promise<void> {
  const trays = (await Promise.all(devices.map(({ store }) => store.rejected.toArray()))).flat();
  const inTrays = new Set(
    uploadsFail ? trays.flatMap(({ isUpload, pictures }) => (isUpload ? pictures : [])) : [],
  );
  const shown = (await server.state()).items.flatMap((row) => (row as OwnerRow<"items">).picture ?? []);
  const forgotten = new Set(devices.flatMap((device) => [...device.forgottenPictures]));
  for (const sha256 of shown) {
    const isRefused = [BAD_PICTURE, BLOCKED_PICTURE].some((start) => sha256.startsWith(start));
    if (isRefused || forgotten.has(sha256) || inTrays.has(sha256)) continue;
    if (!(await server.hasPicture(sha256)))
      throw new Error(`An item shows the picture ${sha256}, which no device brought`);
  }
  for (const device of devices) {
    for (const { isUpload, pictures } of await device.store.rejected.toArray()) {
      const isBad = pictures.some(
        (sha256) => sha256.startsWith(BAD_PICTURE) || sha256.startsWith(BLOCKED_PICTURE),
      );
      if (isUpload && !isBad && !uploadsFail)
        throw new Error(`${device.name} never brought a picture to the server`);
    }
  }
}

export function overwrittenIsOffered(chronicle: Chronicle, notices: readonly OwnerRow<"notices">[]): void {
  const asLine = ({ rowId, field, lost }: Overwritten) => `${rowId} ${field} ${JSON.stringify(lost)}`;
  const all = notices.filter(({ id }) => !chronicle.oldNotices.has(id));
  chronicle.deletions.mustBeOffered(all.filter(({ field }) => field === DELETED_FIELD).map(asLine));
  const since = all.filter(({ field }) => !JUDGED_ELSEWHERE.has(field));
  const [offered, expected] = [since.map(asLine).toSorted(), chronicle.overwritten.map(asLine).toSorted()];
  if (offered.join("\n") !== expected.join("\n"))
    throw new Error(`Offered back:\n${offered.join("\n")}\nbut overwritten:\n${expected.join("\n")}`);
}

const JUDGED_ELSEWHERE = new Set<string>([DELETED_FIELD, DROPPED_CATEGORY_FIELD, MORE_FIELD]);

export async function nothingIsLostUnseen(devices: readonly Device[], server: SimServer): Promise<void> {
  const rejected = await Promise.all(devices.map(({ store }) => store.rejected.toArray()));
  const inTrays = rejected.flat().flatMap(({ args }) => (args as { id?: string } | null)?.id ?? []);
  server.chronicle.losses.mustBeOffered(await server.state(), await server.noticesEver(), inTrays);
}

export function accountsStayApart(devices: readonly Device[], { chronicle }: SimServer): void {
  const effective = new Set(chronicle.journal.map(({ opId }) => opId));
  for (const device of devices)
    for (const { opId, what } of device.ended)
      if (effective.has(opId))
        throw new Error(`${device.name}'s ${what} of an account that ended is in the next`);
}

export async function viewIsReplayOfBase(device: Device): Promise<void> {
  const { store } = device;
  const meta = await store.meta.get("sync");
  if (!meta) return;
  const rows = new Map<string, OwnerRow | null>();
  const view = await device.view();
  for (const table of OWNER_TABLE_NAMES) for (const row of view[table]) rows.set(`${table}\n${row.id}`, row);
  const sinceRebase = await store.outbox.where("mid").above(meta.rebasedMid).toArray();
  for (const { table, id, row } of confirmedRows(sinceRebase)) rows.set(`${table}\n${id}`, row);
  const pending = await store.outbox.where("mid").above(meta.lastMid).toArray();
  const names = new Set(pending.map(({ opId }) => opId));
  const trash = new Map(
    (await store.trash.toArray()).map((row) => [`${row.table}\n${row.id}`, confirmedEntry(row, names)]),
  );
  // A device counts rows when it makes a change, and no more when it replays it: the server decides.
  const replayed = (counts: boolean) => {
    const world = { rows: new Map(rows), trash: new Map(trash), counts };
    for (const entry of pending) replayInto(world, entry);
    return sorted(toView(world.rows));
  };
  const shown = sorted(view);
  if (replayed(false).join("\n") !== shown.join("\n"))
    expectSame(shown, replayed(true), `${device.name}'s view is not its base replayed`);
}

type World = { rows: Map<string, OwnerRow | null>; trash: Map<string, TrashRow>; counts: boolean };

function replayInto(world: World, entry: OutboxEntry): void {
  const prepared = prepareMutation(entry);
  if (!prepared) return;
  try {
    const fetch = (reads: readonly Read[]) => reads.map((read) => fetched(world, read));
    const first = fetch(prepared.reads);
    const tx = new MemoryTx([...first, ...fetch(prepared.further(first))]);
    const account = toView(world.rows).singles.find(({ id }) => id === "account") as
      | Single<"account">
      | undefined;
    prepared.run(tx, {
      now: new Date(entry.at).toISOString(),
      hasPlanLimits: account?.hasPlanLimits ?? false,
      knowsAllDeleted: false,
    });
    for (const { table, id, before, after } of tx.changes()) {
      world.rows.set(`${table}\n${id}`, after);
      const thrown = before && !after ? trashRow(table, before, entry.opId) : null;
      if (thrown) world.trash.set(`${table}\n${id}`, thrown);
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

function fetched(world: World, read: Read): Fetched {
  if (read[0] === "deleted") return { read, deleted: deletedAround(world, read) };
  if (read[0] !== "count") return { read, rows: answering(world.rows, read) };
  const [, ...counted] = read;
  return { read, count: world.counts ? answering(world.rows, counted).length : 0 };
}

function deletedAround({ rows, trash }: World, [, table, id]: DeletedRead): DeletedRow[] {
  const own = trash.get(`${table}\n${id}`);
  if (!own) return [];
  const shelfId = own.shelfId ?? id;
  const isAround = (row: TrashRow) =>
    row === own || row.shelfId === shelfId || (row.table === "shelves" && row.id === shelfId);
  return [...trash.values()]
    .filter((row) => isAround(row) && !rows.get(`${row.table}\n${row.id}`))
    .flatMap(asDeleted);
}

function answering(rows: Map<string, OwnerRow | null>, [table, fieldOrId, value]: LiveRead): OwnerRow[] {
  const all = toView(rows)[table];
  if (fieldOrId === undefined) return all;
  return all.filter((row) => (value === undefined ? row.id === fieldOrId : hasValue(row, fieldOrId, value)));
}

function toView(rows: Map<string, OwnerRow | null>): View {
  const view = Object.fromEntries(OWNER_TABLE_NAMES.map((table) => [table, [] as OwnerRow[]])) as View;
  for (const [at, row] of rows) if (row) view[at.split("\n")[0] as OwnerTable].push(row);
  return view;
}

/** As text, without the creation time, which a device guesses. */
function sorted(view: View): string[] {
  return OWNER_TABLE_NAMES.flatMap((table) =>
    view[table].map((row) => `${table} ${asText({ ...row, createdAt: "" })}`),
  ).toSorted();
}

const asText = (row: object) =>
  Object.entries(row)
    .map(([field, value]) => `${field}=${JSON.stringify(value)}`)
    .toSorted()
    .join(" ");

function expectSame(actual: string[], expected: string[], message: string): void {
  const missing = expected.filter((row) => !actual.includes(row));
  const extra = actual.filter((row) => !expected.includes(row));
  if (missing.length > 0 || extra.length > 0)
    throw new Error(`${message}\nmissing: ${missing.join("\n")}\nextra: ${extra.join("\n")}`);
}
