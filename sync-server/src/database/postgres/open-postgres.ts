/**
 * Two pools, as SQLite has two connections: a read never waits for a transaction. Columns have SQLite's
 * types: whole numbers of 64 bits, texts compared by their bytes.
 */
import {
  type ColumnDefinitionNode,
  type DataTypeNode,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from "kysely";
import { DatabaseError, Pool, types } from "pg";
import { DatabaseGone } from "#database/errors";
import { migrateToLatest } from "#database/migrate";
import { meterRows } from "#database/row-meter";
import type { Schema } from "#database/schema";
import { SettingsError } from "#platform/settings-error";
import { noticeDeadPeers } from "./dead-peers.ts";
import { PipeliningDriver } from "./pipeline.ts";
import { PostgresLeases } from "./postgres-leases.ts";

/** More writers than this apply no more changes per second. */
const POOL_MAX = 10;
/** Of a server: its writers, its readers, its leases and its bus. */
export const CONNECTIONS_AT_MOST = 2 * POOL_MAX + 2;
const CONNECT_WITHIN_MS = 5000;
const ANSWER_FIRST_WITHIN_MS = 5000;
/** No statement of a request takes that long; a migration may. */
export const ANSWER_WITHIN_MS = 60_000;

export const isPostgresUrl = (location: string): boolean => /^postgres(?:ql)?:\/\//i.test(location);

/** Creates missing tables, and migrates. `setting`: where the operator wrote the URL. */
export async function openPostgres(
  url: string,
  { migrates, readWithinMs, setting }: { migrates: boolean; readWithinMs: number; setting: string },
) {
  // A migration may take long; a server that does not answer the first question is not there.
  const asking = kysely(url, { max: 1, query_timeout: ANSWER_FIRST_WITHIN_MS });
  const migrating = kysely(url, { max: 1 });
  try {
    await mustSuit(asking, setting);
    if (migrates) await migrateToLatest(migrating);
    await mustHaveRights(migrating, setting);
  } catch (error) {
    throw explained(error, setting);
  } finally {
    await Promise.all([asking.destroy(), migrating.destroy()]);
  }
  const writer = kysely(url, { max: POOL_MAX, query_timeout: ANSWER_WITHIN_MS });
  const reader = kysely(url, { max: POOL_MAX, query_timeout: readWithinMs });
  const leases = new PostgresLeases(url);
  return {
    writer,
    reader,
    leases,
    lazyWriter: writer,
    emptyLog: async () => true,
    flushed: async () => {},
    hasLostCommit: () => false,
    lostCommit: new Promise<void>(() => {}),
    isInPlace: () => true,
    checkpointInThread: () => {},
    async close() {
      await Promise.all([leases.close(), writer.destroy(), reader.destroy()]);
    },
  };
}

const OLDEST_VERSION = 15;

async function mustSuit(db: Kysely<Schema>, setting: string): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select cast(current_setting('server_version_num') as integer) / 10000 as version,
      current_setting('server_encoding') as encoding`.execute(db);
  const { version = 0, encoding = "" } = rows[0] ?? {};
  if (version < OLDEST_VERSION)
    throw new SettingsError(
      `${setting} leads to PostgreSQL ${version}: the server needs ${OLDEST_VERSION} or newer.`,
    );
  if (encoding !== "UTF8")
    throw new SettingsError(
      `The database of ${setting} has the encoding ${encoding}: create one with the encoding UTF8.`,
    );
}

/** Checks at the start: otherwise the first request that needs a right would fail. */
async function mustHaveRights(db: Kysely<Schema>, setting: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = to_regnamespace(current_schema()) and relkind = 'r'
      and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
    order by relname limit 1`.execute(db);
  const [closed] = rows;
  if (closed) throw lackingRights(setting, `permission denied for table ${closed.name}`);
}

const lackingRights = (setting: string, message: string, cause?: unknown) =>
  new SettingsError(
    `The user of ${setting} lacks rights (${message}): make it the owner of the database and its tables.`,
    { cause },
  );

const INSUFFICIENT_PRIVILEGE = "42501";

/** A sentence for the operator, who set the URL. */
function explained(cause: unknown, setting: string): unknown {
  const { cause: reason, message } = cause as Error;
  if (cause instanceof DatabaseError && cause.code === INSUFFICIENT_PRIVILEGE)
    return lackingRights(setting, message, cause);
  if (cause instanceof DatabaseGone)
    return new SettingsError(`The database of ${setting} does not answer: ${messageOf(reason)}.`, { cause });
  // A certificate that the URL names may be missing.
  if (cause instanceof DatabaseError || (cause instanceof Error && "syscall" in cause))
    return new SettingsError(`${setting}: ${message}.`, { cause });
  return cause;
}

/** With several addresses, the error of all of them has no message. */
const messageOf = (reason: unknown): string =>
  reason instanceof AggregateError ? messageOf(reason.errors[0]) : (reason as Error).message;

const kysely = (url: string, options: { max: number; query_timeout?: number }): Kysely<Schema> =>
  new Kysely<Schema>({ dialect: new TextAndNumbers(openPool(url, options)), plugins: [meterRows] });

/** bigint and numeric, which would be texts. */
const NUMBERS: readonly number[] = [20, 1700];

function openPool(url: string, options: { max: number; query_timeout?: number }): Pool {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    pipeline: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: noticeDeadPeers,
    application_name: "shelv",
    types: {
      getTypeParser: (id, format) => (NUMBERS.includes(id) ? Number : types.getTypeParser(id, format)),
    },
    ...options,
  });
  // Else a lost connection would end the process: the next query reports it.
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
  return pool;
}

class TextAndNumbers implements Dialect {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }
  createAdapter(): PostgresAdapter {
    return new PostgresAdapter();
  }
  createDriver(): PipeliningDriver {
    return new PipeliningDriver(this.#pool);
  }
  createIntrospector(db: Kysely<unknown>): PostgresIntrospector {
    return new PostgresIntrospector(db);
  }
  createQueryCompiler(): PostgresQueryCompiler {
    return new ColumnCompiler();
  }
}

/** `integer` has 32 bits here, and texts the database's collation. */
const COLUMN_TYPES: Record<string, string> = { integer: "bigint", text: 'text collate "C"' };

class ColumnCompiler extends PostgresQueryCompiler {
  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    const type = COLUMN_TYPES[(node.dataType as DataTypeNode).dataType];
    super.visitColumnDefinition(type ? { ...node, dataType: sql.raw(type).toOperationNode() } : node);
  }
}
