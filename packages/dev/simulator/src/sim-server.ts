import { randomUUID } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { injectedFaults } from "@shelv/contract/injected-fault";
import { OWNER_TABLE_NAMES, type OwnerRow, type OwnerTable } from "@shelv/contract/owner-tables";
import type { SyncNews, SyncRequest, SyncResponse } from "@shelv/contract/sync";
import type { Mutation } from "@shelv/mutators/mutations";
import { MUTATORS } from "@shelv/mutators/mutations";
import { sql } from "kysely";
import { type Database, openDatabase } from "sync-server/database/open-database";
import { fetchRead } from "sync-server/database/owner-rows";
import { rotateEpochs } from "sync-server/database/rotate-epochs";
import { applyAtOnce, type Done, type WriteHost } from "sync-server/mutate/apply-mutations";
import { forgetWanted } from "sync-server/database/wanted-pictures";
import { raiseVersion } from "sync-server/mutate/raise-version";
import type { WORK_LIMITS } from "sync-server/mutate/work-limits";
import { exchange } from "sync-server/sync/exchange";
import { sweepSync, TOMBSTONE_KEPT_MS } from "sync-server/sync/sweep-sync";
import { allSteps } from "sync-server/testing/all-steps";
import { ApiFailure } from "web/api/call";
import { type Brought, Chronicle } from "./chronicle.ts";

export const USER_ID = "owner";
/** So few that a device often hears the one it stands before. */
const TOLD_KEPT = 4;
const DAY_MS = 24 * 60 * 60_000;
/** More than a deletion is remembered. */
const LONG_DAYS = 95;
/** So few that no device is forgotten for good. */
const LONG_TIMES = 3;
/** A text that the server stumbles over, always. */
export const POISON = "poison";
/** How a picture's name begins that the server will not have. */
export const BAD_PICTURE = "bad";

/** The production server's write path and exchange over a real SQLite file, with a chronicle of what took effect. */
export class SimServer {
  /** What happened in this life of the database. */
  chronicle = new Chronicle();
  /** Whether the session is over: everything is answered with 401. */
  isSignedOut = false;
  /** What it told those who listen, newest last; any of it may be heard late, twice or never. */
  readonly told: { madeBy: string | null; news: SyncNews }[] = [];
  /** Whether it stumbles over whatever it is sent. */
  isUnwell = false;
  /** Whether the account has used up its share: the server stops early, and now and then refuses to begin. */
  isBusy = false;
  #db!: Database;
  #backup: Chronicle | null = null;
  #day = 0;
  readonly #startedMs = Date.now();
  #longTimes = 0;
  readonly #pageRows: number;
  readonly #work: typeof WORK_LIMITS;
  #asked = 0;
  readonly #folder = mkdtempSync(join(tmpdir(), "shelv-simulator-"));
  readonly #file = join(this.#folder, "shelv.db");
  readonly #backupFile = join(this.#folder, "backup.db");

  private constructor(pageRows: number, work: typeof WORK_LIMITS) {
    this.#pageRows = pageRows;
    this.#work = work;
  }

  static async start({ pageRows, work }: { pageRows: number; work: typeof WORK_LIMITS }): Promise<SimServer> {
    const server = new SimServer(pageRows, work);
    writeFileSync(server.#file, await (newborn ??= bytesOfNewborn()));
    server.#db = await openForSpeed(server.#file);
    await server.#db.writer.updateTable("sync_user").set({ epoch: randomUUID() }).execute();
    return server;
  }

  async exchange(request: SyncRequest): Promise<SyncResponse> {
    this.#mustBeSignedIn();
    this.#asked += 1;
    if (this.isBusy && this.#asked % 2 === 0) throw new ApiFailure(429, "too-many", "", [], 1);
    const answer = await exchange(this.#host(request), USER_ID, request, this.#pageRows);
    if (answer.epoch === request.epoch && !answer.gap) this.chronicle.dealWith(request, answer.lastMid);
    return answer;
  }

  async hasPicture(sha256: string): Promise<boolean> {
    this.#mustTakePictures();
    const found = await this.#db.reader
      .selectFrom("blob")
      .select("sha256")
      .where("user_id", "=", USER_ID)
      .where("sha256", "=", sha256)
      .execute();
    return found.length > 0;
  }

  async putPicture(sha256: string): Promise<void> {
    this.#mustTakePictures();
    if (sha256.startsWith(BAD_PICTURE)) throw new ApiFailure(415, "wrong-media-type", "", [], null);
    await raiseVersion(this.#host(), USER_ID, async (trx) => {
      await trx
        .insertInto("blob")
        .values({ user_id: USER_ID, sha256, bytes: 1, created_at: 0, is_animated: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return forgetWanted(trx, USER_ID, [sha256]);
    });
  }

  /** A write through REST, by something that is no device. */
  write(mutation: Mutation): Promise<void> {
    return applyAtOnce(this.#host(), USER_ID, [{ ...mutation, v: MUTATORS[mutation.name].v }]);
  }

  async state(): Promise<Record<OwnerTable, OwnerRow[]>> {
    const tables: [OwnerTable, OwnerRow[]][] = [];
    for (const table of OWNER_TABLE_NAMES)
      tables.push([table, await fetchRead(this.#db.reader, USER_ID, [table])]);
    return Object.fromEntries(tables) as Record<OwnerTable, OwnerRow[]>;
  }

  /** Every notice that was written and is still remembered, put away or not. */
  async noticesEver(): Promise<OwnerRow<"notices">[]> {
    const dismissed = await this.#db.reader
      .selectFrom("sync_tombstone")
      .select("snapshot")
      .where("user_id", "=", USER_ID)
      .where("table_name", "=", "notices")
      .execute();
    const open = (await fetchRead(this.#db.reader, USER_ID, ["notices"])) as OwnerRow<"notices">[];
    return [...open, ...dismissed.map(({ snapshot }) => JSON.parse(snapshot) as OwnerRow<"notices">)];
  }

  /** Time passes, and the server forgets what is old. */
  async longTimeLater(): Promise<void> {
    if (this.#longTimes >= LONG_TIMES) return;
    this.#longTimes += 1;
    this.#day += LONG_DAYS;
    await this.sweep();
    this.chronicle.overwritten = [];
    this.chronicle.deletions.forgetNotices();
    this.chronicle.forgetsNoticesBefore = this.#now().toISOString();
  }

  async sweep(): Promise<void> {
    await allSteps(sweepSync({ db: this.#db, now: () => this.#now() }, Infinity));
    this.chronicle.forgetDeletions(this.#now().getTime() - TOMBSTONE_KEPT_MS);
  }

  async backUp(): Promise<void> {
    rmSync(this.#backupFile, { force: true });
    await sql`vacuum into ${sql.lit(this.#backupFile)}`.execute(this.#db.writer);
    this.#backup = this.chronicle.copy();
  }

  /** What a server put back to that backup had forgotten, some device could no longer send. */
  forgetBackup(): void {
    this.#backup = null;
  }

  /** Puts the backup back: everything since is forgotten, and a new epoch begins. */
  async restore(): Promise<void> {
    if (!this.#backup) return;
    await this.#db.close();
    for (const suffix of ["-wal", "-shm"]) rmSync(this.#file + suffix, { force: true });
    copyFileSync(this.#backupFile, this.#file);
    this.chronicle = this.#backup.copy();
    this.#db = await openForSpeed(this.#file);
    if (!injectedFaults.has("no-epoch-rotation")) await rotateEpochs(this.#db.writer);
  }

  async stop(): Promise<void> {
    await this.#db.close();
    rmSync(this.#folder, { recursive: true });
  }

  /** The world's time, and the days that only the server knows to have passed. */
  #now(): Date {
    return new Date(this.#day * DAY_MS + Date.now() - this.#startedMs);
  }

  #mustBeSignedIn(): void {
    if (this.isSignedOut) throw new ApiFailure(401, "signed-out", "", [], null);
  }

  #mustTakePictures(): void {
    this.#mustBeSignedIn();
    if (this.isUnwell) throw new ApiFailure(500, "bug", "", [], null);
  }

  #host(brought: Brought | null = null): WriteHost {
    // Told in the order in which they take effect; what is rolled back after that is not committed.
    const changes: Done[] = [];
    const parts: Done[] = [];
    return {
      db: this.#db,
      now: () => this.#now(),
      hasPlanLimits: true,
      work: { ...this.#work, waitMs: () => (this.isBusy ? 1000 : 0) },
      afterApply: async (_, done) => {
        if (this.isUnwell || JSON.stringify(done.changes).includes(`"${POISON}"`)) throw new Stumble();
        if (done.isPart) parts.push(done);
        else changes.push(done);
      },
      onCommit: (_, applied, news) => {
        // Of one request there are several commits, and what was rolled back at the end of one is not in the next.
        this.chronicle.add(applied, changes.splice(0), this.#now().getTime(), brought);
        for (const part of parts.splice(0)) this.chronicle.addPart(part, this.#now().getTime());
        if (news) this.told.push({ madeBy: applied[0]?.clientId ?? null, news: structuredClone(news) });
        if (this.told.length > TOLD_KEPT) this.told.shift();
      },
      onBug(error) {
        if (!(error instanceof Stumble)) throw error;
      },
    };
  }
}

/** The server's own trouble, made up. */
export class Stumble extends Error {}

/** The file of a server with one owner and nothing else: made once, because its tables take as long as many edits. */
let newborn: Promise<Buffer> | undefined;

async function bytesOfNewborn(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "shelv-newborn-"));
  const file = join(folder, "shelv.db");
  const db = await openForSpeed(file);
  await db.writer
    .insertInto("user")
    .values({
      id: USER_ID,
      email: "owner@example.com",
      username: "owner",
      username_key: "owner",
      created_at: 0,
    })
    .execute();
  await db.writer.insertInto("sync_user").values({ user_id: USER_ID, epoch: randomUUID() }).execute();
  // Closing brings all that was written into the one file.
  await db.close();
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}

/** The power never fails here: waiting for the disk would only take time. */
async function openForSpeed(file: string): Promise<Database> {
  const db = await openDatabase(file);
  await sql`pragma synchronous = off`.execute(db.writer);
  return db;
}
