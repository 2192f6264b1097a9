import { sql } from "kysely";
import { expect, test } from "vitest";
import { MIGRATIONS } from "#database/migrate";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { check } from "./check.ts";
import { beginProgress, endProgress } from "./copy/copy-progress.ts";
import { markRestored } from "./mark-restored.ts";
import { setPlan } from "./set-plan.ts";
import { suspendPage } from "./suspend-page.ts";

const commandsOn = ({ place }: TestServer): Record<string, () => Promise<unknown>> => ({
  check: () => check(place),
  plan: () => setPlan(place, "ada", "pro"),
  suspend: () => suspendPage(place, "ada", "Phishing"),
  restored: () => markRestored(place),
});

test("A command refuses tables of another version, and does not migrate them", async () => {
  const server = await openTestServer();
  const { writer } = server.services.db;
  const name = Object.keys(MIGRATIONS).at(-1) ?? "";
  const done = sql`select name from kysely_migration where name = ${name}`;
  await sql`delete from kysely_migration where name = ${name}`.execute(writer);
  try {
    for (const [command, run] of Object.entries(commandsOn(server)))
      expect([command, await run().then(() => "done", String)]).toEqual([
        command,
        expect.stringContaining("The database is of another version of the server"),
      ]);
    expect((await done.execute(writer)).rows).toEqual([]);
  } finally {
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026')`.execute(writer);
  }
});

test("A command refuses half a copy", async () => {
  const server = await openTestServer();
  const { writer } = server.services.db;
  await beginProgress(writer);
  try {
    for (const [command, run] of Object.entries(commandsOn(server)))
      expect([command, await run().then(() => "done", String)]).toEqual([
        command,
        expect.stringContaining("The database holds an unfinished copy"),
      ]);
  } finally {
    await endProgress(writer);
  }
});
