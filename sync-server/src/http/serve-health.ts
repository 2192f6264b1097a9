/** `/healthz`: the process works. `/readyz`: it can do everything that a request may need. */
import { setTimeout as sleep } from "node:timers/promises";
import { SERVER_PATHS } from "@shelv/contract/paths";
import type { Hono } from "hono";
import { missingMigrations } from "#database/migrate";
import { MediaGone } from "#media-store/media-store";
import type { Services } from "#services";
import { raiseGone } from "./answer-errors.ts";

type HealthDeps = Pick<Services, "alarms" | "db" | "files" | "now" | "reportBug">;

/** Anyone may ask, and each check writes a file. */
const CHECKED_EVERY_MS = 1000;
/** Each check is four requests, which cost money. */
const BUCKET_CHECKED_EVERY_MS = 15_000;
/** Balancers wait for two seconds and more. */
const BUCKET_WAIT_MAX_MS = 1000;

export function serveHealth(app: Hono, deps: HealthDeps): void {
  app.get(SERVER_PATHS.health, async (c) => {
    c.header("Cache-Control", "no-store");
    try {
      await askDatabase(deps);
      return c.json({ status: "ok" });
    } catch (error) {
      deps.reportBug(error);
      return c.json({ status: "unavailable" }, 503);
    }
  });

  const own = atMostEvery(CHECKED_EVERY_MS, deps, () => problemsOf(deps));
  const shared = orLastKnown(BUCKET_CHECKED_EVERY_MS, deps, () => problemsOfBucket(deps));
  app.get(SERVER_PATHS.ready, async (c) => {
    c.header("Cache-Control", "no-store");
    const [problems, sharedProblems] = await Promise.all([own(), shared()]);
    if (problems.length > 0)
      return c.json({ status: "unavailable", problems: [...problems, ...sharedProblems] }, 503);
    // A server without it is as good as any other: if all left the balancer, pages would be gone too.
    return c.json({ status: sharedProblems.length === 0 ? "ok" : "degraded", problems: sharedProblems });
  });
}

/** A silent bucket must not make every server look dead: the last result counts until the check ends. */
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

/** Requests in between share the result. */
function atMostEvery<T>(everyMs: number, { now }: HealthDeps, act: () => Promise<T>): () => Promise<T> {
  let last: { at: number; result: Promise<T> } | null = null;
  return () => {
    const at = now().getTime();
    if (last === null || Math.abs(at - last.at) >= everyMs) last = { at, result: act() };
    return last.result;
  };
}

/** Over both connections. */
async function askDatabase({ db }: HealthDeps): Promise<void> {
  for (const connection of [db.reader, db.writer])
    await connection.selectFrom("user").select("id").limit(1).execute();
}

/** A sentence for each; no addresses, paths or names. */
async function problemsOf(deps: HealthDeps): Promise<string[]> {
  const checks = await Promise.all([
    check(deps, "The database does not answer.", async () => {
      await askDatabase(deps);
      await deps.db.flushed();
      return null;
    }),
    check(deps, "The database's migrations cannot be read.", async () => {
      const missing = await missingMigrations(deps.db.reader);
      return missing.length === 0
        ? null
        : `The database lacks ${missing.length} migrations: restart the server.`;
    }),
    check(deps, "Pictures cannot be stored: the disk may be full, or closed to the server.", async () => {
      if (!deps.files.isShared) await deps.files.tryAll();
      return null;
    }),
  ]);
  return checks.flatMap((problem) => problem ?? []);
}

async function problemsOfBucket({ files, alarms }: HealthDeps): Promise<string[]> {
  if (!files.isShared) return [];
  try {
    await files.tryAll();
    return [];
  } catch (error) {
    if (!(error instanceof MediaGone)) throw error;
    raiseGone(alarms, error);
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
    return ifItFails;
  }
}
