import { OWNER_TABLE_NAMES, type OwnerRow, type OwnerTable } from "@shelv/contract/rows/owner-tables";
import {
  type SeenPoint,
  type SentMutation,
  type PokeBody,
  syncRequest,
  type SyncRequest,
  type SyncResponse,
} from "@shelv/contract/sync";
import { Refusal } from "@shelv/contract/refusal";
import type { Mutation } from "@shelv/mutators/mutations";
import { MUTATORS } from "@shelv/mutators/mutations";
import type { Database } from "sync-server/database/open-database";
import { fetchRead } from "sync-server/database/rows/owner-rows";
import { EPOCH } from "sync-server/database/epoch";
import { rotateEpochs } from "sync-server/shelves/sync-state/epochs";
import { applyAtOnce, type Done, type WriteDeps } from "sync-server/shelves/mutate/apply-mutations";
import { forgetWanted } from "sync-server/database/rows/wanted-pictures";
import { raiseVersion } from "sync-server/shelves/mutate/raise-version";
import type { WORK_LIMITS } from "sync-server/shelves/mutate/work-limits";
import { exchange } from "sync-server/shelves/exchange";
import { sweepSync, TOMBSTONE_KEPT_MS } from "sync-server/shelves/sweep-sync";
import { runAllSteps } from "sync-server/testing/run-all-steps";
import * as v from "valibot";
import { ApiFailure } from "web/api/call";
import { lookAtClock } from "sync-server/jobs/sweep-clock";
import { faults } from "./faults/faults.ts";
import { addOwner, FIRST_USER, mustAllowShelves, openSimDatabase, type SimDatabase } from "./sim-database.ts";
import type { WireAnswer, WireRequest } from "./http.ts";
import type { Undone } from "./judges/undo-judge.ts";
import { type Brought, Chronicle, type SeenAtDeletion } from "./chronicle.ts";

/** Few, so that a device often gets the next one for its cursor. */
const POKES_MAX = 4;
export const BEGINS_AT_MS = Date.UTC(2026, 0, 1);
const DAY_MS = 24 * 60 * 60_000;
const LONG_DAYS = 95;
/** Few, so that no device is forgotten for good. */
const LONG_TIMES = 3;
/** The server always fails on this text. */
export const POISON = "poison";
export const BAD_PICTURE = "bad";

type ServerOptions = { pageRows: number; hasDigests?: boolean; work: typeof WORK_LIMITS };

/** The production write path and exchange over a real database, with a chronicle. */
export class SimServer {
  readonly seenAtDeletion: SeenAtDeletion = new Map();
  readonly undone: Undone = new Map();
  chronicle = new Chronicle(this.seenAtDeletion, this.undone);
  userId = FIRST_USER;
  isSignedOut = false;
  clock = () => BEGINS_AT_MS;
  clockErrorMs = 0;
  readonly pokes: { madeBy: string | null; body: PokeBody }[] = [];
  isUnwell = false;
  isBusy = false;
  readonly #database: SimDatabase;
  #backup: { chronicle: Chronicle; day: number } | null = null;
  #day = 0;
  #longTimes = 0;
  #accounts = 1;
  #lookedAtMs = BEGINS_AT_MS;
  #hasJumped = false;
  readonly #pageRows: number;
  /** With digests a device repairs by itself what the invariants would find here. */
  readonly #hasDigests: boolean;
  readonly #work: typeof WORK_LIMITS;
  #asked = 0;

  private constructor(database: SimDatabase, { pageRows, hasDigests = true, work }: ServerOptions) {
    this.#database = database;
    this.#pageRows = pageRows;
    this.#hasDigests = hasDigests;
    this.#work = work;
  }

  static async start(options: ServerOptions): Promise<SimServer> {
    return new SimServer(await openSimDatabase(), options);
  }

  get #db(): Database {
    return this.#database.db;
  }

  /** Any error but a refusal is a bug and ends the run. */
  async answer({ path, userId, body }: WireRequest, from: string): Promise<WireAnswer> {
    try {
      if (userId !== this.userId) throw new ApiFailure(401, "signed-out", "", [], null);
      if (path === "/api/sync") {
        const request = v.parse(syncRequest, JSON.parse(body));
        if (faults.has("deletions-say-they-saw-all")) request.mutations.forEach(sayItSawAll);
        this.chronicle.losses.isFrom(request.clientId, from);
        const { digests, ...answer } = await this.#exchange(request);
        return {
          status: 200,
          isOwn: true,
          body: JSON.stringify(this.#hasDigests ? { ...answer, digests } : answer),
        };
      }
      await this.#putPicture(path.split("/").at(-1) ?? "");
      return { status: 204, isOwn: true, body: "" };
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const { status, code, message, retryAfterS } = error;
      return { status, isOwn: true, retryAfterS, body: JSON.stringify({ code, message }) };
    }
  }

  async #exchange(request: SyncRequest): Promise<SyncResponse> {
    this.#mustBeSignedIn();
    this.#asked += 1;
    if (this.isBusy && this.#asked % 2 === 0) throw new ApiFailure(429, "too-many", "", [], 1);
    if (faults.has("merges-forgotten"))
      await this.#db.writer.updateTable("sync_tombstone").set({ merged_into: null }).execute();
    if (faults.has("joins-forgotten"))
      await this.#db.writer
        .updateTable("category")
        .set({ joined_version: 0, others_joined_version: 0 })
        .execute();
    const answer = await exchange(this.#writeDeps(request), this.userId, request, {
      pageRows: this.#pageRows,
    });
    if (answer.epoch === request.epoch && !answer.gap) this.chronicle.dealWith(request, answer.lastMid);
    return { ...answer, serverMs: answer.serverMs - this.#day * DAY_MS };
  }

  async position(): Promise<{ epoch: string; version: number }> {
    return this.#db.reader
      .selectFrom("sync_user")
      .select([EPOCH.as("epoch"), "version"])
      .where("user_id", "=", this.userId)
      .executeTakeFirstOrThrow();
  }

  async hasPicture(sha256: string): Promise<boolean> {
    const found = await this.#db.reader
      .selectFrom("blob")
      .select("sha256")
      .where("user_id", "=", this.userId)
      .where("sha256", "=", sha256)
      .execute();
    return found.length > 0;
  }

  async #putPicture(sha256: string): Promise<void> {
    this.#mustTakePictures();
    if (sha256.startsWith(BAD_PICTURE)) throw new ApiFailure(415, "wrong-media-type", "", [], null);
    await raiseVersion(this.#writeDeps(), this.userId, async (trx) => {
      await trx
        .insertInto("blob")
        .values({
          user_id: this.userId,
          sha256,
          bytes: 1,
          stored_bytes: 1,
          created_at: 0,
          width: 1,
          height: 1,
          is_animated: 0,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return forgetWanted(trx, this.userId, [sha256]);
    });
  }

  async import(mutations: readonly Mutation[]): Promise<void> {
    const changes = mutations.map((mutation) => ({ ...mutation, v: MUTATORS[mutation.name].v }));
    const failure = await (
      faults.has("import-in-parts")
        ? changes.reduce(
            (before, change) => before.then(() => applyAtOnce(this.#writeDeps(), this.userId, [change])),
            Promise.resolve(),
          )
        : applyAtOnce(this.#writeDeps(), this.userId, changes)
    ).then(
      () => null,
      (error: unknown) => error,
    );
    if (failure !== null && !(failure instanceof Refusal || failure instanceof SimulatedFailure))
      throw failure;
    const there = new Set(
      Object.values(await this.state())
        .flat()
        .map(({ id }) => id),
    );
    const came = mutations.filter(({ args }) => there.has((args as { id: string }).id)).length;
    if (came !== (failure === null ? mutations.length : 0))
      throw new Error(`Of an import of ${mutations.length} things ${came} came (${String(failure)})`);
  }

  write(mutation: Mutation): Promise<void> {
    return applyAtOnce(this.#writeDeps(), this.userId, [{ ...mutation, v: MUTATORS[mutation.name].v }]);
  }

  async tryWrite(mutation: Mutation): Promise<void> {
    await this.write(mutation).catch((error: unknown) => {
      if (!(error instanceof Refusal || error instanceof SimulatedFailure)) throw error;
    });
  }

  async state(): Promise<Record<OwnerTable, OwnerRow[]>> {
    const tables: [OwnerTable, OwnerRow[]][] = [];
    for (const table of OWNER_TABLE_NAMES)
      tables.push([table, await fetchRead(this.#db.reader, this.userId, [table])]);
    return Object.fromEntries(tables) as Record<OwnerTable, OwnerRow[]>;
  }

  async noticesEver(): Promise<OwnerRow<"notices">[]> {
    const dismissed = await this.#db.reader
      .selectFrom("sync_tombstone")
      .select("snapshot")
      .where("user_id", "=", this.userId)
      .where("table_name", "=", "notices")
      .execute();
    const open = (await fetchRead(this.#db.reader, this.userId, ["notices"])) as OwnerRow<"notices">[];
    return [...open, ...dismissed.map(({ snapshot }) => JSON.parse(snapshot) as OwnerRow<"notices">)];
  }

  async longTimeLater(): Promise<void> {
    if (this.#longTimes >= LONG_TIMES || this.#hasJumped) return;
    this.#longTimes += 1;
    this.#day += LONG_DAYS;
    this.chronicle.oldNotices = new Set((await this.noticesEver()).map(({ id }) => id));
    await this.sweep();
    this.chronicle.overwritten = [];
    this.chronicle.deletions.forgetNotices();
    this.chronicle.losses.forgetNotices();
  }

  async beginAgain(): Promise<void> {
    this.#accounts += 1;
    const next = `owner-${this.#accounts}`;
    await this.#db.writer.transaction().execute(async (trx) => {
      await trx.deleteFrom("user").where("id", "=", this.userId).execute();
      await addOwner(trx, next);
    });
    this.userId = next;
    this.chronicle = new Chronicle(this.seenAtDeletion, this.undone);
    this.pokes.length = 0;
    this.forgetBackup();
  }

  async setClock(errorMs: number): Promise<void> {
    this.#hasJumped ||= errorMs !== 0;
    this.clockErrorMs = errorMs;
    await this.sweep();
  }

  /** Observes each week, as the server does. After a jump it observes too little time to forget anything. */
  async sweep(): Promise<void> {
    const deps = { db: this.#db, now: () => this.#now() };
    const isNaive = faults.has("forgets-by-the-clock") || !this.#hasJumped;
    const { seenMs } = await lookAtClock(deps, this.clock() - this.#lookedAtMs);
    this.#lookedAtMs = this.clock();
    await runAllSteps(sweepSync(deps, isNaive ? Infinity : seenMs));
    if (!this.#hasJumped) this.chronicle.forgetDeletions(this.#now().getTime() - TOMBSTONE_KEPT_MS);
  }

  async backUp(): Promise<void> {
    await this.#database.backUp();
    this.#backup = { chronicle: this.chronicle.copy(), day: this.#day };
  }

  /** A server restored to it would have forgotten what some device can no longer send. */
  forgetBackup(): void {
    this.#backup = null;
  }

  async restore(): Promise<void> {
    if (!this.#backup) return;
    await this.#database.restore();
    this.chronicle = this.#backup.chronicle.copy();
    // The backup has the sweep's clock too: after months it sees a jump, and nothing is old.
    this.#hasJumped ||= this.#day > this.#backup.day;
    if (!faults.has("no-epoch-rotation")) await rotateEpochs(this.#db.writer);
  }

  async stop(): Promise<void> {
    await this.#database.discard();
  }

  #now(): Date {
    return new Date(this.clock() + this.#day * DAY_MS + this.clockErrorMs);
  }

  #mustBeSignedIn(): void {
    if (this.isSignedOut) throw new ApiFailure(401, "signed-out", "", [], null);
  }

  #mustTakePictures(): void {
    this.#mustBeSignedIn();
    if (this.isUnwell) throw new ApiFailure(500, "bug", "", [], null);
  }

  #writeDeps(brought: Brought | null = null): WriteDeps {
    const changes: Done[] = [];
    const parts: Done[] = [];
    return {
      db: this.#db,
      now: () => this.#now(),
      hasPlanLimits: !faults.has("plans-not-checked"),
      work: { ...this.#work, waitMs: () => (this.isBusy ? 1000 : 0) },
      afterApply: async (trx, done) => {
        const names = new Set(done.map(({ name }) => name));
        if (names.has("shelf.create") && !names.has("plan.choose") && ![...names].some(isRestore))
          await mustAllowShelves(trx, this.userId, this.#now());
        if (this.isUnwell || JSON.stringify(done.map((one) => one.changes)).includes(`"${POISON}"`))
          throw new SimulatedFailure();
        for (const one of done) (one.isPart ? parts : changes).push(one);
      },
      onCommit: (_, applied, body) => {
        // One request has several commits; what the end of one rolled back is not in the next.
        this.chronicle.add(applied, changes.splice(0), this.#now().getTime(), brought);
        for (const part of parts.splice(0)) this.chronicle.addPart(part, this.#now().getTime());
        if (body) this.pokes.push({ madeBy: applied[0]?.clientId ?? null, body: structuredClone(body) });
        if (this.pokes.length > POKES_MAX) this.pokes.shift();
      },
      onBug(error) {
        if (!(error instanceof SimulatedFailure)) throw error;
      },
    };
  }
}

function sayItSawAll({ args }: SentMutation): void {
  const { seen } = (args ?? {}) as { seen?: SeenPoint };
  if (seen) seen.cursor = Number.MAX_SAFE_INTEGER;
}

class SimulatedFailure extends Error {}

const isRestore = (name: string) => name.endsWith(".restore");
