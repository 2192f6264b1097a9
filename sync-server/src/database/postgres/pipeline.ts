/**
 * Transactions in few round trips. `send` pipelines a statement, and PostgreSQL runs all of them in order:
 *
 *   begin, lock, reads ─▶ ◀─ rows      writes, commit ─▶ ◀─ done
 *
 * After an error PostgreSQL refuses what follows in the transaction, and answers its commit with a rollback.
 * No error is lost: the next statement that is waited for throws the first one, and so does the commit.
 */
import type { Duplex } from "node:stream";
import { Refusal } from "@shelv/contract/refusal";
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import type { Pool, PoolClient, QueryResult as Answer } from "pg";
import { asGone, isOutdatedPlan } from "#database/errors";
import { meterResult } from "#database/row-meter";
import type { Schema } from "#database/schema";

/** Rows arrive later; if no caller awaits them, the commit throws the statement's error. */
export type Sent<O> = { rows: Promise<O[]> };

/** In a transaction on PostgreSQL, resolves once the statement is sent; elsewhere, once it has run. */
export async function send<O>(db: Kysely<Schema>, query: CompiledQuery<O>): Promise<Sent<O>> {
  const sending: SentQuery<O> = { ...query, isSent: true };
  const { rows, running }: SentResult<O> = await db.executeQuery(sending);
  const arriving = running?.then((result) => result.rows) ?? Promise.resolve(rows);
  // The commit throws the error.
  arriving.catch(() => {});
  return { rows: arriving };
}

type SentQuery<O = unknown> = CompiledQuery<O> & { isSent?: boolean };
type SentResult<O> = QueryResult<O> & { running?: Promise<QueryResult<O>> };

export class PipeliningDriver implements Driver {
  readonly #pool: Pool;
  readonly #names = new PreparedNames();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PipelinedConnection> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw asGone(error);
    });
    return new PipelinedConnection(client, this.#names);
  }

  async beginTransaction(connection: PipelinedConnection, settings: TransactionSettings): Promise<void> {
    connection.begin(settings);
  }

  commitTransaction(connection: PipelinedConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(connection: PipelinedConnection): Promise<void> {
    connection.release();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}

const PREPARED_AT_MOST = 500;

/** Each statement is prepared once per connection, as on SQLite. */
class PreparedNames {
  readonly #names = new Map<string, string>();
  #prepared = 0;

  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= PREPARED_AT_MOST) return known;
    const name = `shelv-${(this.#prepared += 1)}`;
    this.#names.set(text, name);
    return name;
  }

  clear(): void {
    this.#names.clear();
  }
}

const WRITES: readonly string[] = ["INSERT", "UPDATE", "DELETE", "MERGE"];

/** A connection from when the pool gives it out until it is returned. */
class PipelinedConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #names: PreparedNames;
  #isInTransaction = false;
  /** The transaction's first error, until a rollback. */
  #failed: { error: unknown } | null = null;
  #isBroken = false;

  constructor(client: PoolClient, names: PreparedNames) {
    this.#client = client;
    this.#names = names;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<SentResult<R>> {
    const { sql, parameters, isSent = false }: SentQuery = query;
    // PostgreSQL stores no NUL characters.
    for (const value of parameters)
      if (typeof value === "string" && value.includes("\0")) throw new Refusal("not-found");
    const run = () => this.#run<R>({ text: sql, values: [...parameters], name: this.#names.of(sql) });
    if (!this.#isInTransaction)
      return run().catch((error: unknown) => {
        // The statement has not run, and now has a new name. Inside a transaction, the whole transaction runs
        // again.
        if (!isOutdatedPlan(error)) throw error;
        return run();
      });
    const running = run();
    return isSent ? { rows: [], running: running.then(meterResult) } : running;
  }

  // oxlint-disable-next-line require-yield -- nothing is streamed
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error("Read it in slices");
  }

  /** Sent with the transaction's first statement. */
  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    this.#isInTransaction = true;
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : "";
    this.#run({ text: `begin${level} ${accessMode ?? ""}` }).catch(() => {});
  }

  /** Sent with the statements before it. */
  async commit(): Promise<void> {
    // PostgreSQL knows nothing of a statement that could not be sent.
    this.#mustBeWhole();
    const { command } = await this.#run({ text: "commit" });
    this.#mustBeWhole();
    if (command !== "COMMIT") throw new AbortedTransactionError();
    this.#isInTransaction = false;
  }

  async rollback(): Promise<void> {
    try {
      await this.#run({ text: "rollback" });
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
    this.#isInTransaction = false;
  }

  release(): void {
    this.#client.release(this.#isBroken || this.#isInTransaction);
  }

  #run<R>(query: { text: string; values?: unknown[]; name?: string | undefined }) {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult<R> & { command: string }>();
    writeTogether(this.#client.connection.stream);
    this.#client.query(query, (error: Error | null, answer: Answer<never>) => {
      if (error) reject(this.#noteError(error));
      else {
        const { command, rows, rowCount } = answer;
        // A rollback to a savepoint counts too.
        if (query.text.startsWith("rollback")) this.#failed = null;
        resolve({
          command,
          rows,
          ...(WRITES.includes(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}),
        });
      }
    });
    return promise;
  }

  #mustBeWhole(): void {
    if (this.#failed) throw this.#failed.error;
  }

  #noteError(cause: Error): unknown {
    if (isOutdatedPlan(cause)) this.#names.clear();
    const error = asGone(cause);
    if (!this.#isInTransaction) return error;
    this.#failed ??= { error };
    return this.#failed.error;
  }
}

/** One system call, which costs as much as a statement, for each turn of the event loop. */
function writeTogether(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
