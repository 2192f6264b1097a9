/** An operator's mistakes: each gets a sentence at the start, or in /readyz. */
import { randomUUID } from "node:crypto";
import { type AddressInfo, createServer } from "node:net";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "#database/open-database";
import { SettingsError } from "#platform/settings-error";
import { newShelf, sent } from "#testing/device";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { ownerWithDevice, shelves } from "#testing/owner-with-device";
import { inDatabase } from "#testing/postgres/start-cluster";
import { takeDatabase } from "#testing/postgres/take-database";

const unique = (name: string) => `${name}_${randomUUID().replaceAll("-", "")}`;

async function database(): Promise<URL> {
  const taken = await takeDatabase();
  if (!taken) throw new Error("This test needs PostgreSQL");
  onTestFinished(taken.release);
  return new URL(taken.url);
}

const refusal = (url: URL) =>
  openDatabase(url.href).then(
    () => "opened",
    (error: unknown) => (error instanceof SettingsError ? error.message : error),
  );

test("An older PostgreSQL is refused with its version", async () => {
  const url = await database();
  const schema = unique("old");
  await inDatabase(url.href, async (client) => {
    await client.query(`create schema ${schema}`);
    await client.query(`create function ${schema}.current_setting(text) returns text language sql as $$
      select case $1 when 'server_version_num' then '140012' else pg_catalog.current_setting($1) end $$`);
  });
  onTestFinished(() =>
    inDatabase(url.href, async (client) => void (await client.query(`drop schema ${schema} cascade`))),
  );
  url.searchParams.set("options", `-c search_path=${schema},pg_catalog,public`);
  expect(await refusal(url)).toBe("DATABASE_URL leads to PostgreSQL 14: the server needs 15 or newer.");
});

test("A database of another encoding is refused", async () => {
  const admin = new URL(inject("postgresUrl") ?? "");
  const name = unique("latin");
  const query = (text: string) => inDatabase(admin.href, async (client) => void (await client.query(text)));
  await query(`create database ${name} encoding latin1 template template0 locale 'C'`);
  onTestFinished(() => query(`drop database ${name} with (force)`));
  const url = new URL(admin);
  url.pathname = `/${name}`;
  expect(await refusal(url)).toBe(
    "The database of DATABASE_URL has the encoding LATIN1: create one with the encoding UTF8.",
  );
});

test("A user without the rights that the server needs is refused, in an empty and in a full database", async () => {
  const url = await database();
  const role = unique("reader");
  const query = (text: string) => inDatabase(url.href, async (client) => void (await client.query(text)));
  await query(`create role ${role} login`);
  onTestFinished(() => query(`drop owned by ${role}; drop role ${role}`));
  const theirs = new URL(url);
  theirs.username = role;
  const lacks = (what: string) =>
    `The user of DATABASE_URL lacks rights (permission denied for ${what}): make it the owner of the database and its tables.`;
  expect(await refusal(theirs)).toBe(lacks("table kysely_migration"));
  await query(`grant select on all tables in schema public to ${role}`);
  expect(await refusal(theirs)).toMatch(
    /^The user of DATABASE_URL lacks rights \(permission denied for table /,
  );

  const name = unique("empty");
  await query(`create database ${name} template template0`);
  onTestFinished(() => query(`drop database ${name} with (force)`));
  theirs.pathname = `/${name}`;
  expect(await refusal(theirs)).toBe(lacks("schema public"));
});

test("A wrong user, host or URL is a sentence without the password", async () => {
  const url = await database();
  url.username = "stranger";
  url.password = "their-secret";
  expect(await refusal(url)).toBe('DATABASE_URL: role "stranger" does not exist.');
  const elsewhere = await refusal(new URL("postgres://ada:their-secret@nowhere.invalid/shelv"));
  expect(elsewhere).toMatch(/^The database of DATABASE_URL does not answer: .*nowhere\.invalid\.$/);
  expect(elsewhere).not.toContain("their-secret");
  const certified = new URL(url);
  certified.searchParams.set("sslrootcert", "/nowhere/root.crt");
  expect(await refusal(certified)).toMatch(/^DATABASE_URL: ENOENT.*root\.crt'\.$/);
});

test("A PostgreSQL that takes the connection and then is silent is a sentence", async () => {
  const silent = createServer((socket) => {
    // The connection is accepted, and ready for a query.
    socket.once("data", () => socket.write(Buffer.from("R\0\0\0\b\0\0\0\0Z\0\0\0\u0005I", "latin1")));
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => void silent.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  expect(await refusal(new URL(`postgres://ada@127.0.0.1:${port}/shelv`))).toMatch(
    /^The database of DATABASE_URL does not answer: /,
  );
});

const ready = async (server: TestServer) => {
  server.wait(1000);
  const answer = await server.browser().get("/readyz");
  return [answer.status, await answer.json()];
};

test("A clock that differs from the database's is a sentence, and leaves the server ready", async () => {
  const server = await openTestServer();
  onTestFinished(() => void vi.useRealTimers());
  expect(await ready(server)).toEqual([200, { status: "ok", problems: [] }]);
  for (const [aheadMs, sentence] of [
    [45_000, /^This server's clock is 4\d s ahead of the database's: synchronize both\.$/],
    [-45_000, /^This server's clock is 4\d s behind the database's: synchronize both\.$/],
  ] as const) {
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + aheadMs });
    expect(await ready(server)).toEqual([
      200,
      { status: "degraded", problems: [expect.stringMatching(sentence)] },
    ]);
  }
});

test("Through a pooler that passes no messages a server stays ready, says so, and uses no cached session", async () => {
  const url = await database();
  const schema = unique("pooler");
  // As in PgBouncer's transaction mode.
  await inDatabase(url.href, async (client) => {
    await client.query(`create schema ${schema}`);
    await client.query(`create function ${schema}.pg_notify(text, text) returns void language sql as ''`);
  });
  onTestFinished(() =>
    inDatabase(url.href, async (client) => void (await client.query(`drop schema ${schema} cascade`))),
  );
  url.searchParams.set("options", `-c search_path=public,${schema},pg_catalog`);
  const server = await openTestServer({ env: { DATABASE_URL: url.href } });
  expect(server.services.bus.isListening).toBe(false);
  const sentence =
    "This server does not hear what others change, and uses no cache: DATABASE_URL has to lead to PostgreSQL itself, or to a pooler in session mode.";
  expect(await ready(server)).toEqual([200, { status: "degraded", problems: [sentence] }]);
  const ada = await server.signedIn("ada@example.org", "ada");
  expect((await ada.get("/api/auth/me")).status).toBe(200);
  await server.services.db.writer.deleteFrom("session").execute();
  expect((await ada.get("/api/auth/me")).status).toBe(401);
});

test("On a database that takes no writes a server is not ready", async () => {
  const url = await database();
  url.searchParams.set("options", "-c default_transaction_read_only=on");
  const server = await openTestServer({ env: { DATABASE_URL: url.href } });
  expect(await ready(server)).toEqual([
    503,
    {
      status: "unavailable",
      problems: ["The database takes no writes: it may be a standby."],
    },
  ]);
});

test("While PostgreSQL's disk is full changes get 503, none is rejected, and all are saved later", async () => {
  const { server, device } = await ownerWithDevice();
  const { writer } = server.services.db;
  // Fails as PostgreSQL does when a table cannot grow.
  await sql`
    create function no_space() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file: No space left on device' using errcode = '53100';
    end $$`.execute(writer);
  onTestFinished(async () => {
    await inDatabase(server.database?.url ?? "", (client) => client.query("drop function no_space cascade"));
  });
  await sql`create trigger no_space before insert on shelf execute function no_space()`.execute(writer);
  const changes = [1, 2].map((mid) => sent(mid, "shelf.create", newShelf(`Shelf ${mid}`)));
  for (let at = 0; at < 6; at += 1) {
    const answer = await device.ask({ mutations: changes });
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
    server.wait(5 * 60_000);
  }
  await sql`drop trigger no_space on shelf`.execute(writer);
  const answer = await device.sync(changes);
  expect([answer.lastMid, answer.results, shelves(answer)]).toEqual([2, [], ["Shelf 1", "Shelf 2"]]);
  expect(server.printed.filter((line) => line.includes('"bug"'))).toEqual([]);
});
