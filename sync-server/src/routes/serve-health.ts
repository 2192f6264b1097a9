/** `/healthz`: the process works. `/readyz`: it can do everything that a request may need. */
import { setTimeout as sleep } from "node:timers/promises";
import { SERVER_PATHS } from "@shelv/contract/paths";
import type { Hono } from "hono";
import { DatabaseGone } from "#database/errors";
import { databaseHealth, tryToWrite } from "#database/health";
import { missingMigrations } from "#database/migrate";
import { areUnshared } from "#pictures/storage/are-unshared";
import { claimPictures } from "#pictures/storage/claim-pictures";
import { MediaGone, type MediaStore } from "#pictures/storage/media-store";
import type { Alarms } from "#http/alarms";
import type { Bus } from "#bus/bus";
import type { Database } from "#database/open-database";
import { DISK_ALARM, raiseOutage, type ReportBug } from "#http/answer-errors";

type HealthDeps = {
  alarms: Alarms;
  bus: Bus;
  db: Database;
  files: MediaStore;
  now: () => Date;
  reportBug: ReportBug;
};

/** Cached for this time: anyone may ask, and each check writes a file. */
const CHECKED_EVERY_MS = 1000;
/** Less often: each check is five requests, which cost money. */
const BUCKET_CHECKED_EVERY_MS = 15_000;
/** Balancers wait for two seconds and more. */
const BUCKET_WAIT_MAX_MS = 1000;
/** A machine that is gone answers nothing, not even with an error. */
const DATABASE_WAIT_MAX_MS = 2000;
const DISK_FULL_FOR_MS = 60_000;
/** Days of visitors begin, and jobs are due, by each server's own clock. */
const CLOCKS_APART_MS = 5000;

export function serveHealth(app: Hono, deps: HealthDeps): void {
  app.get(SERVER_PATHS.health, async (c) => {
    c.header("Cache-Control", "no-store");
    try {
      await inTime(databaseHealth(deps.db));
      if (deps.db.hasLostCommit()) return c.json({ status: "unavailable" }, 503);
      return c.json({ status: "ok" });
    } catch (error) {
      deps.reportBug(error);
      return c.json({ status: "unavailable" }, 503);
    }
  });

  const own = atMostEvery(CHECKED_EVERY_MS, deps, () => look(deps));
  const shared = orLastKnown(BUCKET_CHECKED_EVERY_MS, deps, () => problemsOfBucket(deps));
  app.get(SERVER_PATHS.ready, async (c) => {
    c.header("Cache-Control", "no-store");
    const [{ problems, warnings }, ofBucket] = await Promise.all([own(), shared()]);
    const all = [...problems, ...warnings, ...ofBucket];
    if (problems.length > 0) return c.json({ status: "unavailable", problems: all }, 503);
    // The status is 200 all the same: if all servers left the balancer, pages would be gone too.
    return c.json({ status: all.length === 0 ? "ok" : "degraded", problems: all });
  });
}

/**
 * A bucket that does not answer must not make every server look dead: the last result counts until the check
 * ends.
 */
function orLastKnown(
  everyMs: number,
  { now, reportBug }: HealthDeps,
  act: () => Promise<string[]>,
): () => Promise<string[]> {
  let [last, startedAt]: [string[], number] = [[], Number.NEGATIVE_INFINITY];
  let running: Promise<void> | null = null;
  return async () => {
    const at = now().getTime();
    if (running === null && Math.abs(at - startedAt) >= everyMs) {
      startedAt = at;
      running = act()
        .then((problems) => void (last = problems))
        .catch((error: unknown) => void reportBug(error))
        .finally(() => void (running = null));
    }
    if (running) await Promise.race([running, sleep(BUCKET_WAIT_MAX_MS, undefined, { ref: false })]);
    return last;
  };
}

function atMostEvery<T>(everyMs: number, { now }: HealthDeps, act: () => Promise<T>): () => Promise<T> {
  let last: { at: number; result: Promise<T> } | null = null;
  return () => {
    const at = now().getTime();
    if (last === null || Math.abs(at - last.at) >= everyMs) last = { at, result: act() };
    return last.result;
  };
}

/**
 * Sentences for anyone to read, without addresses, paths or names. With warnings alone a server stays ready.
 */
type Found = { problems: string[]; warnings: string[] };

async function look(deps: HealthDeps): Promise<Found> {
  const warnings: string[] = [];
  const checks = await Promise.all([
    check(deps, "The database does not answer.", async () => {
      await deps.db.flushed();
      const { takesWrites, aheadMs } = await inTime(databaseHealth(deps.db));
      if (Math.abs(aheadMs) > CLOCKS_APART_MS)
        warnings.push(
          `This server's clock is ${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? "ahead of" : "behind"} the database's: synchronize both.`,
        );
      if (await areUnshared(deps.db, deps.files))
        warnings.push("Several servers share the database, but not their pictures: set MEDIA_URL.");
      return takesWrites ? null : "The database takes no writes: it may be a standby.";
    }),
    check(
      deps,
      "The database takes no writes: its disk may be full, failing, or closed to the server.",
      async () => {
        await inTime(tryToWrite(deps.db, deps.now()));
        return deps.db.isInPlace()
          ? null
          : "The database is no longer at its path: its disk may have been unmounted.";
      },
    ),
    check(deps, "The database's migrations cannot be read.", async () => {
      const missing = await inTime(missingMigrations(deps.db.reader));
      return missing.length === 0
        ? null
        : `The database lacks ${missing.length} migrations: restart the server.`;
    }),
    check(deps, "Pictures cannot be stored: the disk may be full, or closed to the server.", async () => {
      if (!deps.files.isShared) await deps.files.tryAll();
      return null;
    }),
  ]);
  if (!deps.bus.isListening)
    warnings.push(
      "This server does not hear what others change, and uses no cache: DATABASE_URL has to lead to PostgreSQL itself, or to a pooler in session mode.",
    );
  if (deps.alarms.isRaisedWithin(DISK_ALARM, DISK_FULL_FOR_MS))
    warnings.push("A disk was full within the last minute, the database's or the server's.");
  return { problems: checks.flatMap((problem) => problem ?? []), warnings };
}

async function inTime<T>(asked: Promise<T>): Promise<T> {
  const answered = new AbortController();
  const tooLong = sleep(DATABASE_WAIT_MAX_MS, undefined, { signal: answered.signal, ref: false });
  try {
    return await Promise.race([
      asked,
      tooLong.then(() => Promise.reject(new DatabaseGone("The database does not answer in time"))),
    ]);
  } finally {
    answered.abort();
  }
}

async function problemsOfBucket({ db, files, now, alarms }: HealthDeps): Promise<string[]> {
  if (!files.isShared) return [];
  try {
    await files.tryAll();
    await claimPictures({ db, files, now });
    return [];
  } catch (error) {
    if (!(error instanceof MediaGone)) throw error;
    raiseOutage(alarms, error);
    return [error.message];
  }
}

async function check(
  { reportBug }: HealthDeps,
  ifItFails: string,
  act: () => Promise<string | null>,
): Promise<string | null> {
  try {
    return await act();
  } catch (error) {
    reportBug(error);
    return error instanceof MediaGone ? error.message : ifItFails;
  }
}
