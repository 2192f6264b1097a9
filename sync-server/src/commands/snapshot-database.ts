import SQLite from "better-sqlite3";

/** Useless after a restore, and too private: sessions, open attempts, and hashes of addresses. */
const LEFT_OUT = [
  "session",
  "sign_in_attempt",
  "provider_attempt",
  "daily_salt",
  "rate_limit",
  "analytics_seen",
  "analytics_quota",
];
const ALL_PAGES = 0x7fff_ffff;

/** As of now, while others write. */
export async function snapshotDatabase(file: string, to: string): Promise<void> {
  const source = new SQLite(file, { readonly: true, fileMustExist: true });
  try {
    // A copy in several steps restarts whenever another process writes in between.
    await source.backup(to, { progress: () => ALL_PAGES });
  } finally {
    source.close();
  }
  const copy = new SQLite(to);
  try {
    copy.pragma("journal_mode = DELETE");
    // After a power cut the copy is made again; fsync would delay the server's commits.
    copy.pragma("synchronous = OFF");
    for (const table of LEFT_OUT) copy.exec(`delete from ${table}`);
    // Free pages may contain deleted data.
    copy.exec("vacuum");
  } finally {
    copy.close();
  }
}

/** SHA-256s in use. */
export function picturesIn(file: string): string[] {
  const db = new SQLite(file, { readonly: true, fileMustExist: true });
  try {
    return db
      .prepare<[], { sha256: string }>("select distinct sha256 from blob order by sha256")
      .all()
      .map(({ sha256 }) => sha256);
  } finally {
    db.close();
  }
}
