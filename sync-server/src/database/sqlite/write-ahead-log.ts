/**
 * Commits wait for the disk without blocking the event loop. SQLite writes a commit into its log without
 * waiting (`synchronous = NORMAL`). Then another thread flushes it, once for all commits that arrived during
 * the previous flush. In a server, checkpoints run in their own thread (checkpoint-worker.ts).
 *
 *   begin … commit → the next writer begins
 *                  ↘ flush, shared → the caller goes on
 */
import { closeSync, fdatasync, fstatSync, openSync, statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type SQLite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from "kysely";
import { CommitLost } from "#database/errors";
import type { CheckpointMessage, CheckpointState } from "./checkpoint-worker.ts";

const WORKER = new URL(
  import.meta.url.endsWith(".ts") ? "checkpoint-worker.ts" : "checkpoint-worker.js",
  import.meta.url,
);
const WORKER_MEMORY = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };
/** 64 MB. Then the writer runs a checkpoint itself: the thread is too slow, or has ended. */
const PAGES_WITH_THREAD = 16_000;
/** 16 MB. Then jobs wait for the thread: they write faster than it moves the log. */
const PAGES_WITH_JOBS = 4000;
/** SQLite's default. */
const PAGES_WITHOUT_THREAD = 1000;
const FAILED_FLUSH = "SQLITE_IOERR_FSYNC";
/** Not a write for the flush, though SQLite calls it one. */
export const BEGIN = "begin immediate";

export class WriteAheadLog {
  readonly #databaseFile: string;
  readonly #writing: SQLite.Database;
  readonly #state: SQLite.Statement<[], CheckpointState>;
  #descriptor: number | null = null;
  #writes = 0;
  /** How many of `#writes` are on the disk. */
  #flushedWrites = 0;
  #flushing: Promise<unknown> = Promise.resolve();
  #nextFlush: Promise<void> | null = null;
  /**
   * The system reports a failed flush once, and then treats the lost pages as written. From then on no write
   * is acknowledged and no checkpoint runs: the log may hold what the database lacks, for the next start.
   */
  #failed: CommitLost | null = null;
  readonly #lost = Promise.withResolvers<void>();
  #thread: Worker | null = null;
  #lastTurn = Promise.resolve();

  constructor(databaseFile: string, writing: SQLite.Database) {
    this.#databaseFile = databaseFile;
    this.#writing = writing;
    this.#state = writing.prepare("pragma wal_checkpoint(NOOP)");
  }

  /** Statements that may write, also those of an unfinished transaction. */
  get writes(): number {
    return this.#writes;
  }

  get hasFailed(): boolean {
    return this.#failed !== null;
  }

  get failed(): Promise<void> {
    return this.#lost.promise;
  }

  /** A disk can be unmounted under the open file. */
  isInPlace(): boolean {
    if (this.#descriptor === null) return true;
    const [opened, now] = [
      fstatSync(this.#descriptor, { bigint: true }),
      statSync(`${this.#databaseFile}-wal`, { bigint: true, throwIfNoEntry: false }),
    ];
    return opened.dev === now?.dev && opened.ino === now.ino;
  }

  /** Call it before each statement that may write. */
  noteWrite(): void {
    this.#writes += 1;
  }

  /** For a transaction or statement. Resolves with the function that ends the turn. */
  async takeTurn(): Promise<() => void> {
    const before = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = promise;
    await before;
    return resolve;
  }

  async flushed(): Promise<void> {
    if (this.#writes !== this.#flushedWrites) await this.flush();
  }

  /** Resolves once all commits so far are on the disk. */
  flush(): Promise<void> {
    if (this.#failed) return Promise.reject(this.#failed);
    this.#nextFlush ??= this.#flushing.then(() => {
      this.#nextFlush = null;
      const flushing = this.#flushNow();
      this.#flushing = flushing.catch(() => {});
      return flushing;
    });
    return this.#nextFlush;
  }

  async #flushNow(): Promise<void> {
    // It would succeed, behind the hole that the failed flush left.
    if (this.#failed) throw this.#failed;
    // The end of an open transaction is not in the log yet.
    const writes = this.#writing.inTransaction ? null : this.#writes;
    this.#descriptor ??= openSync(`${this.#databaseFile}-wal`, "r+");
    await flushFile(this.#descriptor).catch((cause: unknown) => {
      throw this.#fail(cause);
    });
    if (writes !== null) this.#flushedWrites = writes;
  }

  /** Runs checkpoints in a thread until `close`. `onBug`: the thread has ended, and the writer runs them. */
  checkpointInThread(onBug: (error: unknown) => void): void {
    const thread = new Worker(WORKER, { workerData: this.#databaseFile, resourceLimits: WORKER_MEMORY });
    thread.unref();
    thread.once("error", (error: Error & { code?: string }) => {
      if (error.code === FAILED_FLUSH) this.#fail(error);
      onBug(error);
    });
    thread.once("exit", () => {
      this.#thread = null;
      if (!this.#failed && this.#writing.open) this.#checkpointAfter(PAGES_WITHOUT_THREAD);
    });
    this.#thread = thread;
    this.#checkpointAfter(PAGES_WITH_THREAD);
  }

  /** Lets the writer's commit run a checkpoint from this many pages on; 0: never. */
  #checkpointAfter(pages: number): void {
    this.#writing.pragma(`wal_autocheckpoint = ${pages}`);
  }

  #fail(cause: unknown): CommitLost {
    this.#checkpointAfter(0);
    void this.#thread?.terminate();
    this.#failed = new CommitLost("The disk has lost a commit: the server must restart", { cause });
    this.#lost.resolve();
    return this.#failed;
  }

  /** Nearly the whole log, if there is a thread. */
  async checkpoint(): Promise<void> {
    const thread = this.#thread;
    if (!thread) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => {
      thread.off("message", end).off("exit", end);
      resolve();
    };
    thread.on("message", end).on("exit", end);
    send(thread, "checkpoint");
    await promise;
  }

  /** Waits for a checkpoint if the log is long. If all of it is moved, the next commit restarts the log. */
  async keepShort(): Promise<void> {
    const state = this.#state.get();
    if (state && state.log >= PAGES_WITH_JOBS && state.log > state.checkpointed) await this.checkpoint();
  }

  /**
   * SQLite in a thread that is terminated while it runs can crash the process, so the thread is asked to end.
   */
  async #endThread(): Promise<void> {
    const thread = this.#thread;
    if (!thread) return;
    thread.ref();
    const exited = new Promise((resolve) => thread.once("exit", resolve));
    send(thread, "end");
    await exited;
  }

  /** Call it before the connections close: the last of these deletes the file. */
  async close(): Promise<void> {
    await this.#endThread();
    await (this.#nextFlush ?? this.#flushing);
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}

function send(thread: Worker, message: CheckpointMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread takes no origin
  thread.postMessage(message);
}

const flushFile = (descriptor: number): Promise<void> =>
  new Promise((resolve, reject) => {
    fdatasync(descriptor, (error) => (error ? reject(error) : resolve()));
  });

/**
 * Serves one connection, which takes one transaction or statement at a time. A write resolves once it is on
 * the disk; if it `isLazy`, once the log is short enough.
 */
export class FlushingDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #log: WriteAheadLog;
  readonly #isLazy: boolean;

  constructor(config: SqliteDialectConfig, log: WriteAheadLog, { isLazy = false } = {}) {
    super(config);
    this.#config = config;
    this.#log = log;
    this.#isLazy = isLazy;
  }

  override createAdapter(): SqliteAdapter {
    return new UnlockedAdapter();
  }

  override createDriver(): SqliteDriver {
    return new FlushingDriver(this.#config, this.#log, this.#isLazy);
  }
}

/** Kysely's own lock would last until the flush. */
class UnlockedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class FlushingDriver extends SqliteDriver {
  readonly #log: WriteAheadLog;
  readonly #isLazy: boolean;
  #endTurn = () => {};
  #writesBefore = 0;

  constructor(config: SqliteDialectConfig, log: WriteAheadLog, isLazy: boolean) {
    super(config);
    this.#log = log;
    this.#isLazy = isLazy;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#endTurn = await this.#log.takeTurn();
    this.#writesBefore = this.#log.writes;
    return super.acquireConnection();
  }

  /**
   * Takes the write lock at once: if a command wrote after a transaction's first read, SQLite would refuse
   * the transaction's writes without waiting.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(BEGIN));
  }

  override async releaseConnection(): Promise<void> {
    const hasWritten = this.#log.writes !== this.#writesBefore;
    this.#endTurn();
    if (hasWritten) await (this.#isLazy ? this.#log.keepShort() : this.#log.flush());
  }
}
