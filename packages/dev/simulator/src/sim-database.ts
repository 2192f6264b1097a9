/** A SQLite file, or a database of the tests' PostgreSQL. */
import { randomUUID } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FIRST_SINGLES, type Single } from "@shelv/contract/rows/owner-tables";
import { planAt, PLANS } from "@shelv/contract/rows/plan";
import { type Kysely, sql } from "kysely";
import { type Database, openDatabase } from "sync-server/database/open-database";
import { fetchRead } from "sync-server/database/rows/owner-rows";
import type { Schema } from "sync-server/database/schema";
import { takeDatabase, type TestDatabase } from "sync-server/testing/postgres/take-database";

export const FIRST_USER = "owner";

export type SimDatabase = {
  readonly db: Database;
  backUp(): Promise<void>;
  restore(): Promise<void>;
  discard(): Promise<void>;
};

export async function openSimDatabase(): Promise<SimDatabase> {
  const postgres = await takeDatabase();
  const database = postgres ? await InPostgres.open(postgres) : await InFile.open();
  await database.db.writer.updateTable("sync_user").set({ epoch: randomUUID() }).execute();
  return database;
}

class InFile implements SimDatabase {
  db!: Database;
  readonly #folder = mkdtempSync(join(tmpdir(), "shelv-simulator-"));
  readonly #file = join(this.#folder, "shelv.db");
  readonly #backup = join(this.#folder, "backup.db");

  static async open(): Promise<InFile> {
    const database = new InFile();
    writeFileSync(database.#file, await bytesOfNewborn());
    database.db = await openForSpeed(database.#file);
    return database;
  }

  async backUp(): Promise<void> {
    rmSync(this.#backup, { force: true });
    await sql`vacuum into ${sql.lit(this.#backup)}`.execute(this.db.writer);
  }

  async restore(): Promise<void> {
    await this.db.close();
    for (const suffix of ["-wal", "-shm"]) rmSync(this.#file + suffix, { force: true });
    copyFileSync(this.#backup, this.#file);
    this.db = await openForSpeed(this.#file);
  }

  async discard(): Promise<void> {
    await this.db.close();
    rmSync(this.#folder, { recursive: true });
  }
}

const bytesOfNewborn = (): Promise<Buffer> => (newborn ??= makeNewborn());

let newborn: Promise<Buffer> | undefined;

async function makeNewborn(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "shelv-newborn-"));
  const file = join(folder, "shelv.db");
  const db = await openForSpeed(file);
  await db.writer.transaction().execute((trx) => addOwner(trx, FIRST_USER));
  await db.close();
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}

/** Without fsync: there are no power failures here. */
async function openForSpeed(file: string): Promise<Database> {
  const db = await openDatabase(file);
  await sql`pragma synchronous = off`.execute(db.writer);
  return db;
}

class InPostgres implements SimDatabase {
  db: Database;
  readonly #postgres: TestDatabase;

  private constructor(postgres: TestDatabase, db: Database) {
    this.#postgres = postgres;
    this.db = db;
  }

  static async open(postgres: TestDatabase): Promise<InPostgres> {
    const db = await openDatabase(postgres.url);
    await db.writer.transaction().execute((trx) => addOwner(trx, FIRST_USER));
    await sql`create schema if not exists backup`.execute(db.writer);
    await forEachTable(db, "create table if not exists backup.%1$I (like public.%1$I)");
    return new InPostgres(postgres, db);
  }

  async backUp(): Promise<void> {
    await forEachTable(
      this.db,
      "with old as (delete from backup.%1$I) insert into backup.%1$I select * from public.%1$I",
    );
  }

  async restore(): Promise<void> {
    await forEachTable(this.db, "delete from public.%1$I");
    await forEachTable(this.db, "insert into public.%1$I overriding system value select * from backup.%1$I");
    await this.db.close();
    this.db = await openDatabase(this.#postgres.url);
  }

  async discard(): Promise<void> {
    await this.db.close();
    await this.#postgres.release();
  }
}

/** Runs it without triggers and foreign keys: the rows are consistent. */
const forEachTable = ({ writer }: Database, statement: string) =>
  sql`do ${sql.lit(`declare name text; begin
    set local session_replication_role = replica;
    for name in select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
    loop execute format('${statement}', name); end loop;
  end`)}`.execute(writer);

export async function addOwner(trx: Kysely<Schema>, id: string): Promise<void> {
  await trx
    .insertInto("user")
    .values({ id, email: `${id}@example.com`, username: id, username_key: id, created_at: 0 })
    .execute();
  await trx.insertInto("sync_user").values({ user_id: id, epoch: randomUUID() }).execute();
}

export async function mustAllowShelves(trx: Kysely<Schema>, userId: string, now: Date): Promise<void> {
  const [account] = (await fetchRead(trx, userId, ["singles", "account"])) as Single<"account">[];
  const { maxShelves } = PLANS[planAt(account ?? FIRST_SINGLES.account, now.toISOString())];
  const { length } = await fetchRead(trx, userId, ["shelves"]);
  if (maxShelves !== null && length > maxShelves)
    throw new BrokenPromise(`A plan of ${maxShelves} shelves has ${length}`);
}

/** A bug; the server's own trouble is only a `SimulatedFailure`. */
class BrokenPromise extends Error {}
