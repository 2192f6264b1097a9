import SQLite from "better-sqlite3";
import { DatabaseError } from "pg";
import { Outage } from "#platform/outage";

const codeOf = (error: unknown): string =>
  error instanceof SQLite.SqliteError || error instanceof DatabaseError ? (error.code ?? "") : "";

/** The disk of the database, or of the server's files. */
export const isDiskFull = (error: unknown): boolean =>
  ["SQLITE_FULL", "53100"].includes(codeOf(error)) ||
  ["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException | null)?.code ?? "");

export const isDiskFailing = (error: unknown): boolean =>
  error instanceof CommitLost ||
  /^(?:SQLITE_(?:IOERR|READONLY|CANTOPEN)|58030$)/.test(codeOf(error)) ||
  ["EIO", "EROFS"].includes((error as NodeJS.ErrnoException | null)?.code ?? "");

/** Nothing is wrong with the request: a retry may succeed. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Outage || isDiskFull(error) || isDiskFailing(error);

export const isUniqueViolation = (error: unknown): boolean =>
  ["SQLITE_CONSTRAINT_UNIQUE", "23505"].includes(codeOf(error));

/** The same transaction can succeed when it runs again: failed serialization, deadlock, a changed table. */
export const isTransient = (error: unknown): boolean =>
  ["40001", "40P01"].includes(codeOf(error)) || isOutdatedPlan(error);

/**
 * Another process migrated the database since the statement was prepared. The message may be in any language.
 */
export const isOutdatedPlan = (error: unknown): boolean =>
  codeOf(error) === "0A000" && (error as DatabaseError).routine === "RevalidateCachedQuery";

/** Another connection did not free a table within `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === "55P03";

/** An fsync has failed: what it should have written is gone, and only a new process may trust the disk again. */
export class CommitLost extends Error {
  override readonly name = "CommitLost";
}

export class DatabaseGone extends Outage {
  override readonly name = "DatabaseGone";

  constructor(sentence: string, { cause }: { cause?: unknown } = {}) {
    super(sentence, { alarm: "database", cause });
  }
}

/**
 * PostgreSQL's codes for an outage: lost connections, too many connections, a stop or a start, a standby that
 * does not lead yet, an idle transaction.
 */
const GONE = /^(?:08...|53300|57P0[1-5]|25006|25P03)$/;

/** `DatabaseGone` if it means that. Errors without a code are of the socket or of the pool. */
export const asGone = (error: unknown): unknown =>
  !(error instanceof DatabaseError) || GONE.test(error.code ?? "")
    ? new DatabaseGone("The database does not answer", { cause: error })
    : error;
