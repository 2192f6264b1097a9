import SQLite from "better-sqlite3";

/** Whether a write was turned down because a unique index already holds its value. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof SQLite.SqliteError && error.code === "SQLITE_CONSTRAINT_UNIQUE";
