import { randomUUID } from "node:crypto";
import { TooMany } from "@shelv/contract/refusal";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { LIMITS } from "#http/rate-limits/limits";
import type { Browser } from "#testing/browser";
import { Device, newShelf, sent } from "#testing/device";
import { openTestServer, type TestServer } from "#testing/open-test-server";

async function twoServers() {
  const env = { PLAN_LIMITS: "off" };
  const one = await openTestServer({ env });
  const other = await openTestServer({ env, at: one });
  const ada = await one.signedIn("ada@example.org", "ada");
  return { one, other, ada, adaThere: beside(other, ada) };
}

function beside(server: TestServer, browser: Browser): Browser {
  const there = server.browser();
  for (const [name, value] of browser.cookies) there.cookies.set(name, value);
  return there;
}

async function heardAll(one: TestServer, other: TestServer): Promise<void> {
  const marker = { network: randomUUID(), userAgent: "Firefox" };
  one.services.ownVisits.note("an owner's id", marker);
  await expect.poll(async () => (await other.services.ownVisits.ownersAt(marker)).size).toBe(1);
}

const namesOf = async (answer: Response) =>
  ((await answer.json()) as { name: string }[]).map(({ name }) => name);

test("An owner's reads at one server have every change that another has answered", async () => {
  const { ada, adaThere } = await twoServers();
  const names: string[] = [];
  for (let at = 0; at < 40; at += 1) {
    names.push(`Shelf ${at}`);
    const [writer, reader] = at % 2 === 0 ? [ada, adaThere] : [adaThere, ada];
    expect((await writer.post("/api/shelves", { name: names.at(-1) })).status).toBeLessThan(300);
    expect(await namesOf(await reader.get("/api/shelves"))).toEqual(names);
  }
});

test("A sign-out at one server ends the session at the other", async () => {
  const { ada, adaThere } = await twoServers();
  expect((await adaThere.get("/api/auth/me")).status).toBe(200);
  const cookies = new Map(ada.cookies);
  await ada.post("/api/auth/logout");
  await expect
    .poll(async () => {
      for (const [name, value] of cookies) adaThere.cookies.set(name, value);
      return (await adaThere.get("/api/auth/me")).status;
    })
    .toBe(401);
});

test("A commit at one server drops the page at the other, and pokes devices there with the changed rows", async () => {
  const { ada, other, adaThere } = await twoServers();
  await ada.post("/api/shelves", { name: "Books" });
  const page = async () => (await other.browser().get("/ada")).text();
  expect(await page()).toContain("Books");
  const { id } = (await (await adaThere.get("/api/auth/me")).json()) as { id: string };
  const events = (await adaThere.get(`/api/sync/events?user=${id}`)).body?.getReader();
  await events?.read();
  await (await Device.of(ada)).sync([sent(1, "shelf.create", newShelf("Films"))]);
  await expect.poll(page).toContain("Films");
  const poke = new TextDecoder().decode((await events?.read())?.value);
  expect(poke).toContain('"name":"Films"');
  await events?.cancel();
});

test("A lost connection drops every cache, and a new connection receives messages again", async () => {
  const { one, other, ada, adaThere } = await twoServers();
  expect((await adaThere.get("/api/auth/me")).status).toBe(200);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'shelv bus' and datname = current_database()`.execute(one.services.db.writer);
  await expect.poll(() => other.services.bus.isListening).toBe(false);
  await ada.post("/api/auth/logout");
  expect((await adaThere.get("/api/auth/me")).status).toBe(401);
  await expect.poll(() => other.services.bus.isListening && one.services.bus.isListening).toBe(true);
  const eve = await one.signedIn("eve@example.org", "eve");
  const there = beside(other, eve);
  expect((await there.get("/api/auth/me")).status).toBe(200);
  await eve.post("/api/auth/logout");
  await expect.poll(async () => (await there.get("/api/auth/me")).status).toBe(401);
});

test("A connection that no longer answers is replaced, and a session that ends until then ends here too", async () => {
  const { one, other, ada, adaThere } = await twoServers();
  await heardAll(one, other);
  expect((await adaThere.get("/api/auth/me")).status).toBe(200);
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where application_name = 'shelv bus' and datname = current_database()`.execute(one.services.db.reader);
  expect(rows).toHaveLength(2);
  for (const { pid } of rows) process.kill(pid, "SIGSTOP");
  onTestFinished(() => rows.forEach(({ pid }) => void process.kill(pid, "SIGCONT")));
  await ada.post("/api/auth/logout");
  // The longest time that a session is still valid here; docs/postgresql.md states it.
  await expect.poll(async () => (await adaThere.get("/api/auth/me")).status, { timeout: 5000 }).toBe(401);
  await expect.poll(() => other.services.bus.isListening).toBe(true);
});

test("A session that ended without a message, as by a killed server, is refused within five seconds", async () => {
  const { one, other, adaThere } = await twoServers();
  const status = async () => (await adaThere.get("/api/auth/me")).status;
  await heardAll(one, other);
  expect(await status()).toBe(200);
  await one.services.db.writer.deleteFrom("session").execute();
  other.wait(4999);
  expect(await status()).toBe(200);
  other.wait(1);
  expect(await status()).toBe(401);
});

test("A username that was chosen at another server counts in the next request, before any message", async () => {
  const { one, other } = await twoServers();
  const eve = await one.signedIn("eve@example.org", null);
  const eveThere = beside(other, eve);
  expect((await eveThere.get("/api/items")).status).toBe(403);
  await one.services.db.writer
    .updateTable("user")
    .set({ username: "eve", username_key: "eve" })
    .where("email", "=", "eve@example.org")
    .execute();
  expect((await eveThere.get("/api/items")).status).toBe(200);
});

test("A message that cannot be read drops every cache, and the server receives the next one", async () => {
  const { one, other, adaThere } = await twoServers();
  const bugs = () => other.printed.filter((line) => line.includes('"bug"'));
  for (const [at, line] of ["not JSON, of ada", "null", '{"kind":"domainsChanged"}'].entries()) {
    await heardAll(one, other);
    await other.browser().get("/ada");
    expect(other.services.pages.cached("ada")).toBeDefined();
    await sql`select pg_notify('shelv', ${`another server\n${line}`})`.execute(one.services.db.writer);
    await expect.poll(bugs).toHaveLength(at + 1);
    expect(other.services.pages.cached("ada")).toBeUndefined();
  }
  expect(bugs().join("\n")).not.toContain("of ada");
  await heardAll(one, other);
  expect((await adaThere.get("/api/auth/me")).status).toBe(200);
});

test("A stream ends when a server that missed the end of its session hears so", async () => {
  const { one, other, adaThere } = await twoServers();
  const stream = await adaThere.get("/api/sync/events");
  expect([stream.status, other.services.hub.size]).toEqual([200, 1]);
  await one.services.db.writer.deleteFrom("session").execute();
  await sql`select pg_notify('shelv', ${"another server\nmissed"})`.execute(one.services.db.writer);
  await expect.poll(() => other.services.hub.size).toBe(0);
});

test("Points that one server counts in memory are counted by the other too", async () => {
  const { one, other } = await twoServers();
  const { points } = LIMITS["tracked-by-network"];
  const takeOne = () => other.services.limits.take(["tracked-by-network", "a"]);
  await one.services.limits.takeMany(points - 1, ["tracked-by-network", "a"]);
  await expect.poll(() => other.services.limits.isCounted(["tracked-by-network", "a"])).toBe(true);
  await takeOne();
  await expect(takeOne()).rejects.toThrow(TooMany);
  await expect.poll(() => one.services.limits.isUsedUp(["tracked-by-network", "a"])).toBe(true);
});

test("An owner that one server has seen is not counted as a visitor by the other", async () => {
  const { one, other } = await twoServers();
  const seen = { network: "hash", userAgent: "Firefox" };
  one.services.ownVisits.note("ada's id", seen);
  await expect.poll(() => other.services.ownVisits.ownersAt(seen)).toEqual(new Set(["ada's id"]));
});

test("A reset of counts at one server drops the page at the other", async () => {
  const { one, other, ada } = await twoServers();
  const { id: shelfId } = (await (await ada.post("/api/shelves", { name: "Books" })).json()) as {
    id: string;
  };
  const form = { title: "Emma", url: "https://example.org/" };
  const made = await ada.form("POST", `/api/shelves/${shelfId}/items`, form);
  const { id } = (await made.json()) as { id: string };
  await heardAll(one, other);
  await other.browser().get("/ada");
  expect(other.services.pages.cached("ada")).toBeDefined();
  expect((await ada.post(`/api/items/${id}/count-resets`)).status).toBe(200);
  await expect.poll(() => other.services.pages.cached("ada")).toBeUndefined();
  expect(one.services.pages.cached("ada")).toBeUndefined();
});

async function addDomain({ services: { db } }: TestServer, owner: Browser): Promise<string> {
  const { id: userId } = (await (await owner.get("/api/auth/me")).json()) as { id: string };
  await db.writer
    .insertInto("domain")
    .values({
      user_id: userId,
      name: "ada.example",
      token: "token",
      state: "verified",
      added_at: 0,
      check_at: Number.MAX_SAFE_INTEGER,
    })
    .execute();
  return userId;
}

test("Domains that changed without a message, as by a killed server, are read again after five minutes", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { one, other, ada } = await twoServers();
  await addDomain(one, ada);
  vi.advanceTimersByTime(5 * 60_000);
  await expect.poll(() => other.services.heldDomains.usernameOf("ada.example")).toBe("ada");
  await one.services.db.writer.deleteFrom("domain").execute();
  vi.advanceTimersByTime(5 * 60_000);
  await expect.poll(() => other.services.heldDomains.usernameOf("ada.example")).toBeUndefined();
});

test("Domains that could not be read when a message came are read again", async () => {
  const { one, other, ada } = await twoServers();
  const { writer } = one.services.db;
  const userId = await addDomain(one, ada);
  await sql`alter table domain rename to moved`.execute(writer);
  one.services.bus.send({ kind: "domainsChanged", userIds: [userId] });
  await expect.poll(() => other.printed.join("\n")).toContain("does not exist");
  await sql`alter table moved rename to domain`.execute(writer);
  await expect.poll(() => other.services.heldDomains.usernameOf("ada.example")).toBe("ada");
});
