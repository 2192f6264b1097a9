/**
 * Cleans each of owners' CSS texts once, in a child process, when it is saved. A page whose text has no
 * result yet (requested during the save, or of an account older than the table) waits for the process.
 */
import { createHash } from "node:crypto";
import { CUSTOM_CSS_REFUSALS } from "@shelv/contract/rows/appearance";
import { isPostgres, untilDeleted } from "#database/dialect";
import type { Database } from "#database/open-database";
import { readSingle } from "#database/rows/read-owner";
import { type At, statement } from "#database/statement";
import { openQueue } from "#jobs/shared-queues";
import { TaskProcess } from "#platform/task-process";

/** `reason`: why `css` is empty although the owner wrote some, or null. */
export type CleanedCss = { css: string; reason: string | null };

const LIMITS = { timeoutMs: 10_000, idleMs: 10_000, heapMb: 64 };

/** Increase it when cleaning changes: everything is cleaned again. */
const CLEANER_VERSION = 1;

type Cleaner = { clean: (source: string) => Promise<CleanedCss>; close: () => void };

export class CleanedCssStore {
  readonly #db: Database;
  readonly #cleaner: Cleaner;
  readonly #onBug: (error: unknown) => void;
  readonly #queue = openQueue("customCss");
  readonly #cleaning = new Map<string, Promise<CleanedCss>>();
  readonly #refreshing = new Map<string, { isDueAgain: boolean }>();

  #isClosed = false;

  constructor(db: Database, cleaner: Cleaner, onBug: (error: unknown) => void) {
    this.#db = db;
    this.#cleaner = cleaner;
    this.#onBug = (error) => {
      if (!this.#isClosed) onBug(error);
    };
  }

  /** The rest is cleaned after the next start. */
  close(): void {
    this.#isClosed = true;
    this.#cleaner.close();
  }

  /**
   * Cleans an account's saved text ahead, so that no visitor waits. Of the texts saved during a cleaning only
   * the last is cleaned.
   */
  async refresh(userId: string): Promise<void> {
    const under = this.#refreshing.get(userId);
    if (under) {
      under.isDueAgain = true;
      return;
    }
    const refreshing = { isDueAgain: true };
    this.#refreshing.set(userId, refreshing);
    while (refreshing.isDueAgain) {
      refreshing.isDueAgain = false;
      await this.#refreshOnce(userId);
    }
    this.#refreshing.delete(userId);
  }

  async #refreshOnce(userId: string): Promise<void> {
    try {
      const { customCss } = await readSingle(this.#db.reader, userId, "appearance");
      await this.of(userId, customCss);
    } catch (error) {
      this.#onBug(error);
    }
  }

  async of(userId: string, source: string): Promise<CleanedCss> {
    if (source.trim() === "") return { css: "", reason: null };
    const hash = hashOf(source);
    const [stored] = await readCleaned(this.#db.reader, { userId, hash });
    return stored ?? this.#cleaning.get(`${userId} ${hash}`) ?? this.#start(userId, hash, source);
  }

  /** Until the result is stored, pages read it from memory. */
  #start(userId: string, hash: string, source: string): Promise<CleanedCss> {
    const key = `${userId} ${hash}`;
    const cleaning = this.#queue.run(() => this.#cleanNow(source), { payer: userId, mayWait: true });
    this.#cleaning.set(key, cleaning);
    const storing = cleaning.then((cleaned) =>
      this.#isClosed ? undefined : this.#store(userId, hash, cleaned),
    );
    storing.catch(this.#onBug).finally(() => void this.#cleaning.delete(key));
    return cleaning;
  }

  /** A text that ends the process would end it every time. */
  async #cleanNow(source: string): Promise<CleanedCss> {
    try {
      return await this.#cleaner.clean(source);
    } catch (error) {
      this.#onBug(error);
      return { css: "", reason: CUSTOM_CSS_REFUSALS.failed };
    }
  }

  /** The account may be deleted by now. */
  async #store(userId: string, source_hash: string, cleaned: CleanedCss): Promise<void> {
    const row = { source_hash, ...cleaned };
    await this.#db.writer
      .insertInto("cleaned_css")
      .columns(["user_id", "source_hash", "css", "reason"])
      .expression((eb) =>
        eb
          .selectFrom("user")
          .select((of) => [
            "id",
            of.val(row.source_hash).as("source_hash"),
            of.val(row.css).as("css"),
            of.val(row.reason).as("reason"),
          ])
          .where("id", "=", userId)
          .$if(isPostgres(this.#db.writer), untilDeleted),
      )
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
      .execute();
  }
}

export function cleaningProcess(): Cleaner {
  const child = new TaskProcess<string, CleanedCss>(import.meta.url, "css-process", LIMITS);
  return { clean: (source) => child.run(source), close: () => child.close() };
}

const hashOf = (source: string) =>
  createHash("sha256").update(`${CLEANER_VERSION}\n${source}`).digest("base64url");

const readCleaned = statement((db, at: At<{ userId: string; hash: string }>) =>
  db
    .selectFrom("cleaned_css")
    .select(["css", "reason"])
    .where("user_id", "=", at("userId"))
    .where("source_hash", "=", at("hash")),
);
