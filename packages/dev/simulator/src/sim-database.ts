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

/** A server's file with one owner: made once, because its tables take as long as many edits. */
export const bytesOfNewborn = (): Promise<Buffer> => (newborn ??= makeNewborn());

let newborn: Promise<Buffer> | undefined;

async function makeNewborn(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "shelv-newborn-"));
  const file = join(folder, "shelv.db");
  const db = await openForSpeed(file);
  await db.writer.transaction().execute((trx) => addOwner(trx, FIRST_USER));
  // Closing writes everything into the one file.
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

/** Without power failures, waiting for the disk only takes time. */
export async function openForSpeed(file: string): Promise<Database> {
  const db = await openDatabase(file);
  await sql`pragma synchronous = off`.execute(db.writer);
  return db;
}

/** The current plan decides when the server makes a shelf, whatever the device allowed. */
export async function mustAllowShelves(trx: Kysely<Schema>, userId: string, now: Date): Promise<void> {
  const [account] = (await fetchRead(trx, userId, ["singles", "account"])) as Single<"account">[];
  const { maxShelves } = PLANS[planAt(account ?? FIRST_SINGLES.account, now.toISOString())];
  const { length } = await fetchRead(trx, userId, ["shelves"]);
  if (maxShelves !== null && length > maxShelves)
    throw new BrokenPromise(`A plan of ${maxShelves} shelves has ${length}`);
}

/** Found while the server works; its own trouble is only a `Stumble`. */
class BrokenPromise extends Error {}
