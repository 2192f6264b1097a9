/** `/healthz`: the process works. `/readyz`: it can do everything that a request may need. */
import { SERVER_PATHS } from "@shelv/contract/paths";
import type { Hono } from "hono";
import { missingMigrations } from "#database/migrate";
import type { Services } from "#services";

type HealthDeps = Pick<Services, "db" | "files" | "now" | "reportBug">;

/** Anyone may ask, and each check writes a file. */
const CHECKED_EVERY_MS = 1000;

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

  let last: { at: number; problems: Promise<string[]> } | null = null;
  app.get(SERVER_PATHS.ready, async (c) => {
    c.header("Cache-Control", "no-store");
    const at = deps.now().getTime();
    if (last === null || Math.abs(at - last.at) >= CHECKED_EVERY_MS)
      last = { at, problems: problemsOf(deps) };
    const problems = await last.problems;
    return problems.length === 0
      ? c.json({ status: "ok", problems })
      : c.json({ status: "unavailable", problems }, 503);
  });
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
      return null;
    }),
    check(deps, "The database's migrations cannot be read.", async () => {
      const missing = await missingMigrations(deps.db.reader);
      return missing.length === 0
        ? null
        : `The database lacks ${missing.length} migrations: restart the server.`;
    }),
    check(deps, "Pictures cannot be stored: the disk may be full, or closed to the server.", async () => {
      await deps.files.tryWrite();
      return null;
    }),
  ]);
  return checks.flatMap((problem) => problem ?? []);
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
