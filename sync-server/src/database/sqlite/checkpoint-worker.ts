/** Moves the write-ahead log into the database: each checkpoint waits for the disk twice. */
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import SQLite from "better-sqlite3";

const EVERY_MS = 200;
/** 4 MB; fewer are not worth a checkpoint. */
const PAGES_AT_LEAST = 1000;
/** The log restarts only if all of it is moved, and others write during a checkpoint. */
const TRIES = 4;

const FAILED_FLUSH = "SQLITE_IOERR_FSYNC";

export type CheckpointMessage = "checkpoint" | "end";

/** In pages: the log's length, and how much of it is in the database. */
export type CheckpointState = { busy: number; log: number; checkpointed: number };

const db = new SQLite(workerData as string, { fileMustExist: true });
const run = (mode: "NOOP" | "PASSIVE") => (db.pragma(`wal_checkpoint(${mode})`) as [CheckpointState])[0];
const waiting = ({ log, checkpointed }: CheckpointState) => log - checkpointed;

function checkpoint(): void {
  for (let tries = 0; tries < TRIES; tries += 1) if (waiting(run("PASSIVE")) <= 0) return;
}

/**
 * A full disk may have room later. Until then the writer's own checkpoints report it. A failed flush ends the
 * thread.
 */
function tryTo(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof SQLite.SqliteError) || error.code === FAILED_FLUSH) throw error;
  }
}

// Requests have priority. On other systems this would be about the whole process.
if (process.platform === "linux") setPriority(5);
const timer = setInterval(
  () => tryTo(() => waiting(run("NOOP")) >= PAGES_AT_LEAST && checkpoint()),
  EVERY_MS,
);
parentPort?.on("message", (message: CheckpointMessage) => {
  if (message === "end") return end();
  tryTo(checkpoint);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread takes no origin
  parentPort?.postMessage(null);
});

function end(): void {
  clearInterval(timer);
  db.close();
  parentPort?.close();
}
