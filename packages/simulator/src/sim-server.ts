import { randomUUID } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { injectedFaults } from "@shelv/contract/injected-fault";
import { OWNER_TABLE_NAMES, type OwnerRow, type OwnerTable } from "@shelv/contract/owner-tables";
import type { SyncRequest, SyncResponse } from "@shelv/contract/sync";
import type { Mutation } from "@shelv/mutators/mutations";
import { MUTATORS } from "@shelv/mutators/mutations";
import { sql } from "kysely";
import { type Database, openDatabase } from "sync-server/database/open-database";
import { fetchRead } from "sync-server/database/owner-rows";
import { rotateEpochs } from "sync-server/database/rotate-epochs";
import { type Applied, applyAtOnce, type WriteHost } from "sync-server/mutate/apply-mutations";
import { exchange } from "sync-server/sync/exchange";

export const USER_ID = "owner";
/** Small, so that answers come in several pages. */
const PAGE_ROWS = 7;

/** The production server's write path and exchange over a real SQLite file, with a journal of what took effect. */
export class SimServer {
  /** Everything applied in this life of the database, in order. */
  journal: Applied[] = [];
  #db!: Database;
  #backup: Applied[] | null = null;
  readonly #folder = mkdtempSync(join(tmpdir(), "shelv-simulator-"));
  readonly #file = join(this.#folder, "shelv.db");
  readonly #backupFile = join(this.#folder, "backup.db");

  static async start(): Promise<SimServer> {
    const server = new SimServer();
    server.#db = await openForSpeed(server.#file);
    const now = 0;
    const { writer } = server.#db;
    await writer.insertInto("user").values({ id: USER_ID, email: "owner@example.com", username: "owner", username_key: "owner", created_at: now }).execute();
    await writer.insertInto("sync_user").values({ user_id: USER_ID, epoch: randomUUID() }).execute();
    return server;
  }

  exchange(request: SyncRequest): Promise<SyncResponse> {
    return exchange(this.#host(), USER_ID, request, PAGE_ROWS);
  }

  /** A write through REST, by something that is no device. */
  write(mutation: Mutation): Promise<void> {
    return applyAtOnce(this.#host(), USER_ID, [{ ...mutation, v: MUTATORS[mutation.name].v }]);
  }

  async state(): Promise<Record<OwnerTable, OwnerRow[]>> {
    const tables: [OwnerTable, OwnerRow[]][] = [];
    for (const table of OWNER_TABLE_NAMES) tables.push([table, await fetchRead(this.#db.reader, USER_ID, [table])]);
    return Object.fromEntries(tables) as Record<OwnerTable, OwnerRow[]>;
  }

  async backUp(): Promise<void> {
    rmSync(this.#backupFile, { force: true });
    await sql`vacuum into ${sql.lit(this.#backupFile)}`.execute(this.#db.writer);
    this.#backup = [...this.journal];
  }

  /** Puts the backup back: everything since is forgotten, and a new epoch begins. */
  async restore(): Promise<void> {
    if (!this.#backup) return;
    await this.#db.close();
    for (const suffix of ["-wal", "-shm"]) rmSync(this.#file + suffix, { force: true });
    copyFileSync(this.#backupFile, this.#file);
    this.journal = [...this.#backup];
    this.#db = await openForSpeed(this.#file);
    if (!injectedFaults.has("no-epoch-rotation")) await rotateEpochs(this.#db.writer);
  }

  async stop(): Promise<void> {
    await this.#db.close();
    rmSync(this.#folder, { recursive: true });
  }

  #host(): WriteHost {
    return {
      db: this.#db,
      now: () => new Date(0),
      hasPlanLimits: true,
      afterApply: async () => {},
      onCommit: (_, applied) => void this.journal.push(...applied),
      onBug(error) {
        throw error;
      },
    };
  }
}

/** The power never fails here: waiting for the disk would only take time. */
async function openForSpeed(file: string): Promise<Database> {
  const db = await openDatabase(file);
  await sql`pragma synchronous = off`.execute(db.writer);
  return db;
}
