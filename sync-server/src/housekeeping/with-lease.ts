import { sql } from "kysely";
import { isPostgres } from "#database/dialect";
import type { Database } from "#database/open-database";

/** Apart from other advisory locks. */
const LEASES = 1;

/**
 * Runs `work` unless another process has the lease of that name. Whether it ran. The lease belongs to a connection:
 * PostgreSQL frees it when the process dies. SQLite's data folder has one process.
 */
export async function withLease(
  { writer }: Pick<Database, "writer">,
  name: string,
  work: () => Promise<void>,
): Promise<boolean> {
  if (!isPostgres(writer)) {
    await work();
    return true;
  }
  return writer.connection().execute(async (connection) => {
    const {
      rows: [lease],
    } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_lock(${LEASES}::int, hashtext(${name})) as "isFree"`.execute(connection);
    if (!lease?.isFree) return false;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${LEASES}::int, hashtext(${name}))`.execute(connection);
    }
    return true;
  });
}
