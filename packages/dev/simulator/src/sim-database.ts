import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FIRST_SINGLES, type Single } from "@shelv/contract/owner-tables";
import { planAt, PLANS } from "@shelv/contract/plan";
import { type Kysely, sql } from "kysely";
import { type Database, openDatabase } from "sync-server/database/open-database";
import { fetchRead } from "sync-server/database/rows/owner-rows";
import type { Schema } from "sync-server/database/schema";

export const FIRST_USER = "owner";

/** The file of a server with one owner and nothing else: made once, because its tables take as long as many edits. */
export const bytesOfNewborn = (): Promise<Buffer> => (newborn ??= makeNewborn());

let newborn: Promise<Buffer> | undefined;

async function makeNewborn(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "shelv-newborn-"));
  const file = join(folder, "shelv.db");
  const db = await openForSpeed(file);
  await db.writer.transaction().execute((trx) => addOwner(trx, FIRST_USER));
  // Closing brings all that was written into the one file.
  await db.close();
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}

export async function addOwner(trx: Kysely<Schema>, id: string): Promise<void> {
  await trx
    .insertInto("user")
    .values({ id, email: `${id}@example.com`, username: id, username_key: id, created_at: 0 })
    .execute();
  await trx.insertInto("sync_user").values({ user_id: id, epoch: randomUUID() }).execute();
}

/** The power never fails here: waiting for the disk would only take time. */
export async function openForSpeed(file: string): Promise<Database> {
  const db = await openDatabase(file);
  await sql`pragma synchronous = off`.execute(db.writer);
  return db;
}

/** The plan of now holds when the server makes a shelf, whatever the device allowed when it was made there. */
export async function mustAllowShelves(trx: Kysely<Schema>, userId: string, now: Date): Promise<void> {
  const [account] = (await fetchRead(trx, userId, ["singles", "account"])) as Single<"account">[];
  const { maxShelves } = PLANS[planAt(account ?? FIRST_SINGLES.account, now.toISOString())];
  const { length } = await fetchRead(trx, userId, ["shelves"]);
  if (maxShelves !== null && length > maxShelves)
    throw new BrokenPromise(`A plan of ${maxShelves} shelves has ${length}`);
}

/** What the simulator finds while the server works; the server takes nothing for its own trouble but a `Stumble`. */
class BrokenPromise extends Error {}
