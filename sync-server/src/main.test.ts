import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EPOCH } from "#database/epoch";
import { openDatabase } from "#database/open-database";
import { InstalledBundle } from "#testing/install-bundle";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

let installed: InstalledBundle;
beforeAll(async () => void (installed = await InstalledBundle.build()), 60_000);
afterAll(() => installed.remove());

const ON_ANY_PORT = { HOST: "127.0.0.1", PORT: "0" };
const start: InstalledBundle["start"] = (...given) => installed.start(...given);
const startListening = (
  DATA_DIR: string,
  { env = {}, ...options }: { env?: Record<string, string>; args?: string[]; flags?: string[] } = {},
) => installed.startListening({ DATA_DIR, ...env }, options);

const untilRefused = (origin: string) =>
  expect
    .poll(() =>
      fetch(`${origin}/healthz`).then(
        () => "answered",
        () => "refused",
      ),
    )
    .toBe("refused");

async function dataFolder() {
  const folder = await mkdtemp(join(tmpdir(), "shelv-main-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("The bundle starts, prints its address, keeps its data over a restart, and ends in order", async () => {
  const DATA_DIR = join(await dataFolder(), "data");
  for (const run of ["first", "second"]) {
    const { process: child, said, ended, origin } = await startListening(DATA_DIR);
    expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ status: "ok" });
    const page = await fetch(`${origin}/nobody`);
    expect([run, page.status]).toEqual([run, 404]);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(said()).toContain('"path":"/healthz"');
  }
  // Closed in order: the write-ahead log is gone.
  expect((await readdir(DATA_DIR)).toSorted()).toEqual(["lock", "media", "session-secret", "shelv.db"]);
  // The next start compiles less.
  expect(await readdir(join(installed.folder, "compile-cache"))).not.toEqual([]);
}, 30_000);

test("In a data folder that others can read, they cannot read what the server writes", async () => {
  const DATA_DIR = await dataFolder();
  await chmod(DATA_DIR, 0o755);
  await startListening(DATA_DIR);
  for (const name of await readdir(DATA_DIR))
    expect([name, (await stat(join(DATA_DIR, name))).mode & 0o077]).toEqual([name, 0]);
}, 30_000);

/** Its body is incomplete. */
async function halfSent(origin: string) {
  const [first, second] = ['{"email":"ada@exam', 'ple.org"}'];
  const sending = request(`${origin}/api/auth/send-code`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Content-Length": first.length + second.length,
      Expect: "100-continue",
    },
  });
  const answered = once(sending, "response") as Promise<[IncomingMessage]>;
  answered.catch(() => {});
  await once(
    sending.on("error", () => {}),
    "continue",
  );
  sending.write(first);
  return { finish: () => sending.end(second), answered };
}

test("A server that receives a stop signal accepts nothing new and answers what is in flight", async () => {
  const { process: child, said, ended, origin } = await startListening(await dataFolder());
  const { finish, answered } = await halfSent(origin);
  child.kill("SIGTERM");
  await untilRefused(origin);
  finish();
  const [answer] = await answered;
  expect([answer.statusCode, answer.headers["set-cookie"]?.length]).toEqual([204, 1]);
  expect(await ended).toBe(0);
  expect(said()).toContain('"path":"/api/auth/send-code","status":204');
}, 30_000);

test("A second stop signal ends the server at once", async () => {
  const { process: child, ended, origin } = await startListening(await dataFolder());
  await halfSent(origin);
  child.kill("SIGTERM");
  await untilRefused(origin);
  child.kill("SIGINT");
  expect(await ended).toBe(1);
}, 30_000);

test("Expired data is deleted soon after the first answer, neither before it nor an hour later", async () => {
  const DATA_DIR = await dataFolder();
  const db = await openDatabase(join(DATA_DIR, "shelv.db"));
  onTestFinished(() => db.close());
  await db.writer
    .insertInto("daily_salt")
    .values({ purpose: "visitor", day: "2020-01-01", salt: "" })
    .execute();
  const salts = () => db.reader.selectFrom("daily_salt").select("day").execute();
  const jobs = () => db.reader.selectFrom("job").select("name").execute();
  const { origin } = await startListening(DATA_DIR);
  await fetch(`${origin}/healthz`);
  expect([await salts(), await jobs()]).toEqual([[{ day: "2020-01-01" }], []]);
  await expect.poll(salts).toEqual([]);
}, 30_000);

test("A second server on the same data folder does not start", async () => {
  const DATA_DIR = await dataFolder();
  const first = await startListening(DATA_DIR);
  const second = start({ DATA_DIR, ...ON_ANY_PORT });
  expect(await second.ended).toBe(1);
  expect(second.said()).toBe(
    `A server is running on the data folder ${DATA_DIR}: stop it first, or set DATA_DIR to another one.\n`,
  );
  first.process.kill("SIGKILL");
  await first.ended;
  await startListening(DATA_DIR);
}, 30_000);

test("A start after a restore gives every account a new epoch, and any other start keeps it", async () => {
  const DATA_DIR = await dataFolder();
  const file = join(DATA_DIR, "shelv.db");
  const epochs: string[] = [];
  const db = await openDatabase(file);
  await db.writer
    .insertInto("user")
    .values({ id: "ada", email: "ada@example.org", username: "ada", username_key: "ada", created_at: 0 })
    .execute();
  await db.writer.insertInto("sync_user").values({ user_id: "ada", epoch: "first epoch" }).execute();
  await db.close();
  for (const args of [[], ["--restored"], []]) {
    const { process: child, ended } = await startListening(DATA_DIR, { args });
    child.kill("SIGTERM");
    await ended;
    const after = await openDatabase(file);
    const { epoch } = await after.reader
      .selectFrom("sync_user")
      .select(EPOCH.as("epoch"))
      .executeTakeFirstOrThrow();
    epochs.push(epoch);
    await after.close();
  }
  expect(epochs[0]).toBe("first epoch");
  expect(epochs[1]).not.toBe("first epoch");
  expect(epochs[2]).toBe(epochs[1]);
}, 30_000);

test("A server on a database of a newer version says so and does not start", async () => {
  const DATA_DIR = await dataFolder();
  const db = await openDatabase(join(DATA_DIR, "shelv.db"));
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(
    db.writer,
  );
  await db.close();
  const { said, ended } = start({ DATA_DIR, ...ON_ANY_PORT });
  expect(await ended).toBe(1);
  expect(said()).toBe("The database is of a newer version of the server (9999-later): start that version.\n");
}, 30_000);

test("A kill among visitors loses no acknowledged event", async () => {
  const DATA_DIR = await dataFolder();
  const file = join(DATA_DIR, "shelv.db");
  const before = await openDatabase(file);
  await before.writer
    .insertInto("user")
    .values({ id: "ada", email: "ada@example.org", username: "ada", username_key: "ada", created_at: 0 })
    .execute();
  await before.close();
  const {
    process: child,
    ended,
    origin,
  } = await startListening(DATA_DIR, { env: { TRUST_PROXY: "loopback" } });
  const url = `${origin}/api/analytics/track`;

  let [asked, answered, isKilled] = [0, 0, false];
  const view = async () => {
    asked += 1;
    const headers = {
      "Content-Type": "application/json",
      "X-Forwarded-For": `81.2.${asked >> 8}.${asked & 255}`,
      "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    };
    const answer = await fetch(url, {
      method: "POST",
      headers,
      body: JSON.stringify({ username: "ada", eventType: "view" }),
    });
    if (answer.status !== 204) throw new Error(`${answer.status}: ${await answer.text()}`);
    answered += 1;
    if (answered === 1000) isKilled = child.kill("SIGKILL");
  };
  const visit = async (): Promise<void> => {
    try {
      await view();
    } catch (error) {
      if (!isKilled) throw error;
    }
    return isKilled ? undefined : visit();
  };
  const visitors = Array.from({ length: 30 }, visit);
  await Promise.all(visitors);
  await ended;

  const after = await openDatabase(file);
  const { views } = await after.reader.selectFrom("analytics_day").select("views").executeTakeFirstOrThrow();
  await after.close();
  expect(answered).toBeGreaterThanOrEqual(1000);
  expect(views).toBeGreaterThanOrEqual(answered);
  expect(views).toBeLessThanOrEqual(asked);
}, 30_000);

/** After SIGUSR2, once. */
const FAILING_FSYNC = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const { fdatasync } = fs;
fs.fdatasync = (descriptor, done) => fdatasync(descriptor, done);
process.on("SIGUSR2", () => {
  fs.fdatasync = (descriptor, done) => {
    fs.fdatasync = fdatasync;
    syncBuiltinESMExports();
    done(Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" }));
  };
  syncBuiltinESMExports();
  console.log("The next fsync fails");
});
`;

test("After a failed fsync the write is answered 503, and the process ends so that the next one starts", async () => {
  const DATA_DIR = await dataFolder();
  const fault = join(await dataFolder(), "failing-fsync.mjs");
  await writeFile(fault, FAILING_FSYNC);
  const run = await startListening(DATA_DIR, { flags: ["--import", fault] });
  const send = (origin: string) =>
    fetch(`${origin}/api/auth/send-code`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"email":"ada@example.org"}',
    });
  run.process.kill("SIGUSR2");
  await expect.poll(run.said).toContain("The next fsync fails");
  const answer = await send(run.origin);
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
  // An orderly end would delete the log, which may hold what the database lacks.
  expect([await run.ended, run.process.signalCode]).toEqual([null, "SIGKILL"]);
  expect(run.said().match(/"alarm":"disk-failing"/g)).toHaveLength(1);
  expect(run.said()).not.toContain('"bug"');
  const next = await startListening(DATA_DIR);
  expect((await send(next.origin)).status).toBe(204);
}, 30_000);

test("A server whose disk is not mounted does not begin with an empty database", async () => {
  const [DATA_DIR, DATA_MARK] = [await dataFolder(), join(await dataFolder(), "started")];
  const first = await startListening(DATA_DIR, { env: { DATA_MARK } });
  first.process.kill("SIGTERM");
  await first.ended;
  const unmounted = start({ DATA_DIR: await dataFolder(), DATA_MARK, ...ON_ANY_PORT });
  expect(await unmounted.ended).toBe(1);
  expect(unmounted.said()).toMatch(/^There is no database in .*: mount its disk, or delete that file/);
  await startListening(DATA_DIR, { env: { DATA_MARK } });
}, 30_000);

test("A server that finds a restore without its database does not begin with an empty one", async () => {
  const DATA_DIR = await dataFolder();
  await mkdir(join(DATA_DIR, "before-2026-11-28"));
  const { said, ended } = start({ DATA_DIR, ...ON_ANY_PORT });
  expect(await ended).toBe(1);
  expect(said()).toMatch(/^There is no database in \S+, but before-2026-11-28: a restore has not ended\./);
  expect(await readdir(DATA_DIR)).not.toContain("shelv.db");
}, 30_000);

test("An impossible start prints one message and fails", async () => {
  const folder = await dataFolder();
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  onTestFinished(() => void holder.close());
  const { port } = holder.address() as AddressInfo;
  await writeFile(join(folder, "file"), "");
  const given: [env: Record<string, string>, sentence: string][] = [
    [{ PORT: "many" }, "The setting PORT must be a port between 0 and 65535.\n"],
    [
      { DATA_DIR: join(folder, "file") },
      `The data folder ${join(folder, "file")} cannot be written to: set DATA_DIR to one that can.\n`,
    ],
    [
      { DATA_DIR: folder, HOST: "127.0.0.1", PORT: String(port) },
      `Port ${port} is in use: set PORT to a free one.\n`,
    ],
  ];
  for (const [env, sentence] of given) {
    const { said, ended } = start(env);
    expect([await ended, said()]).toEqual([1, sentence]);
  }
}, 30_000);
