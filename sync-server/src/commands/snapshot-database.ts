import SQLite from "better-sqlite3";

/** What is of no use after a restore, and should lie in no drawer: who is signed in, open attempts, and what stands for addresses. */
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

/** Copies a database as it is at this moment into a new file, while others go on writing to it. */
export async function snapshotDatabase(file: string, to: string): Promise<void> {
  const source = new SQLite(file, { readonly: true, fileMustExist: true });
  try {
    // All in one step: a copy in several begins anew whenever another process writes in between.
    await source.backup(to, { progress: () => ALL_PAGES });
  } finally {
    source.close();
  }
  const copy = new SQLite(to);
  try {
    copy.pragma("journal_mode = DELETE");
    // A copy that a power cut spoils is made again; waiting for the disk would hold up the server's own commits.
    copy.pragma("synchronous = OFF");
    for (const table of LEFT_OUT) copy.exec(`delete from ${table}`);
    // What was deleted must not be read in the free pages.
    copy.exec("vacuum");
  } finally {
    copy.close();
  }
}

/** The SHA-256 of every picture that somebody holds. */
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
