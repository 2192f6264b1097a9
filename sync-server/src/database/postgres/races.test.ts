/** SQLite's one writer decides these races by itself. Each test runs against two servers on one database. */
import { DOMAINS_MAX } from "@shelv/contract/rows/domain";
import { ACCOUNT_PICTURES_MAX_BYTES } from "@shelv/contract/rows/picture";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { countEvents, type PendingEvent } from "#analytics/count-events";
import { dayOf } from "#analytics/day";
import { readRange } from "#analytics/read-range";
import { readResets } from "#analytics/tables/analytics-resets";
import { housekeeping } from "#housekeeping";
import type { Browser } from "#testing/browser";
import { Device, newItem, newShelf, sent } from "#testing/device";
import { openDomainWorld } from "#testing/domain-world";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { PictureOwner } from "#testing/picture-owner";
import { picture } from "#testing/pictures";
import { runAllSteps } from "#testing/run-all-steps";
import { visitorFrom } from "#testing/visitor";

async function twoServers(): Promise<[TestServer, TestServer]> {
  const one = await openTestServer();
  return [one, await openTestServer({ at: one })];
}

function beside(server: TestServer, browser: Browser): Browser {
  const other = server.browser();
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  return other;
}

const deadlocksIn = async ({ services: { db } }: TestServer): Promise<number> => {
  await sql`select pg_stat_clear_snapshot()`.execute(db.reader);
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db.reader);
  return rows[0]?.deadlocks ?? 0;
};

const ACCOUNTS = 15;

async function sweep({ services }: TestServer): Promise<void> {
  const later = new Date(services.now().getTime() + 500 * 24 * 60 * 60_000);
  const [sync] = housekeeping({ ...services, now: () => later }).filter(({ name }) => name === "sync");
  for (const job of [...housekeeping(services), ...(sync ? [sync] : [])])
    await runAllSteps(job.steps(null, { signal: new AbortController().signal, seenMs: Infinity }));
}

const addExpiredSessions = ({ services: { db } }: TestServer, userId: string) =>
  sql`
    insert into session (token_hash, user_id, created_at, expires_at)
    select ${userId} || number, ${userId}, 0, 200 - number from generate_series(1, 200) as number`.execute(
    db.writer,
  );

test("Accounts are deleted during their own writes, visits and sweeps without a deadlock", async () => {
  const [one, other] = await twoServers();
  const before = await deadlocksIn(one);
  for (let at = 0; at < ACCOUNTS; at += 1) {
    const email = `owner-${at}@example.org`;
    const browser = await one.signedIn(email, `owner-${at}`);
    one.wait(60 * 60_000);
    other.wait(60 * 60_000);
    const device = await Device.of(browser);
    const second = await Device.of(beside(other, browser));
    await addExpiredSessions(one, device.userId);
    await browser.post("/api/user/deletion-code");
    const code = await one.codeFor(email);
    const changes = (from: number) =>
      Array.from({ length: 10 }, (_, mid) => sent(from + mid, "shelf.create", newShelf(`Shelf ${mid}`)));
    const visit = (server: TestServer) =>
      server.services.tracker.track(
        [{ username: `owner-${at}`, eventType: "view" }],
        visitorFrom(`203.0.113.${at}`),
      );
    const answers = await Promise.all([
      device.ask({ mutations: changes(1) }),
      second.ask({ mutations: changes(1) }),
      browser.send("DELETE", "/api/user", {
        body: JSON.stringify({ code }),
        headers: { "Content-Type": "application/json" },
      }),
      device.ask({ mutations: changes(11) }),
      visit(one).then(() => new Response()),
      visit(other).then(() => new Response()),
      sweep(other).then(() => new Response()),
    ]);
    expect([...one.printed, ...other.printed].filter((line) => line.includes('"bug"'))).toEqual([]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect(answers[2]?.status).toBe(204);
  }
  expect(await one.services.db.reader.selectFrom("user").select("id").execute()).toEqual([]);
  expect(await one.services.db.reader.selectFrom("analytics_day").selectAll().execute()).toEqual([]);
  expect(await deadlocksIn(one)).toBe(before);
});

test("Two first sign-ins at once open one account", async () => {
  const [one, other] = await twoServers();
  const browsers = [one.browser(), other.browser()];
  const codes: string[] = [];
  for (const browser of browsers) {
    one.wait(60_000);
    other.wait(60_000);
    await browser.post("/api/auth/send-code", { email: "ada@example.org" });
    codes.push(await one.codeFor("ada@example.org"));
  }
  const answers = await Promise.all(
    browsers.map((browser, at) => browser.post("/api/auth/verify-code", { code: codes[at] })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const ids = await Promise.all(
    browsers.map(
      async (browser) => ((await (await browser.get("/api/auth/me")).json()) as { id: string }).id,
    ),
  );
  expect(new Set(ids).size).toBe(1);
});

test("Of two lookalike usernames claimed at once, one is taken", async () => {
  const [one, other] = await twoServers();
  for (let round = 0; round < 8; round += 1) {
    one.wait(60 * 60_000);
    other.wait(60 * 60_000);
    const browsers = [
      await one.signedIn(`l-${round}@example.org`, null),
      beside(other, await one.signedIn(`i-${round}@example.org`, null)),
    ];
    const names = [`paypal-${round}`, `paypa1-${round}`];
    const answers = await Promise.all(
      browsers.map((browser, at) => browser.post("/api/auth/complete-registration", { username: names[at] })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  }
});

test("Pictures uploaded at once to two servers share the account's space", async () => {
  const [one, other] = await twoServers();
  const ada = await PictureOwner.of(one, "ada");
  const adaBeside = await PictureOwner.of(other, "ada");
  const { db } = one.services;
  const [first, second, third] = (await Promise.all(
    [20, 21, 22].map((width) => picture("png", { width, height: 20 })),
  )) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
  await ada.put(first);
  const { stored } = await db.reader
    .selectFrom("blob")
    .select("stored_bytes as stored")
    .executeTakeFirstOrThrow();
  await db.writer
    .updateTable("blob")
    .set({ stored_bytes: ACCOUNT_PICTURES_MAX_BYTES - Math.round(1.5 * stored) })
    .execute();
  const answers = await Promise.all([ada.put(second), adaBeside.put(third)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 403]);
});

test("Domains added at once stay within the account's limit", async () => {
  const { server, owner } = await openDomainWorld();
  const { server: other } = await openDomainWorld({}, { at: server });
  const ada = await owner("ada");
  const names = Array.from({ length: 3 * DOMAINS_MAX }, (_, at) => `www.ada-${at}.com`);
  await Promise.all(
    names.map((name, at) => (at % 2 === 0 ? ada : beside(other, ada)).post("/api/domains", { name })),
  );
  const { length } = await server.services.db.reader.selectFrom("domain").select("name").execute();
  expect(length).toBe(DOMAINS_MAX);
});

test("A visitor that reaches two servers at once counts once", async () => {
  const [one, other] = await twoServers();
  const pages = ["ada", "eve", "mira", "noor"];
  for (const page of pages) await one.signedIn(`${page}@example.org`, page);
  const visitors = Array.from({ length: 30 }, (_, at) => `198.51.100.${at}`);
  await Promise.all(
    visitors.flatMap((address, number) =>
      [one, other]
        .filter((_, at) => (at === 0 ? number < 20 : number >= 10))
        .map((server, at) =>
          server.services.tracker.track(
            (at === 0 ? pages : pages.toReversed()).map((username) => ({
              username,
              eventType: "view" as const,
            })),
            visitorFrom(address),
          ),
        ),
    ),
  );
  const counted = await one.services.db.reader
    .selectFrom("analytics_day")
    .select(["views", "visitors"])
    .execute();
  const all = visitors.length;
  expect(counted).toEqual(pages.map(() => ({ views: all, visitors: all })));
});

test("A click is before or after a reset of its item's counts, in each of them", async () => {
  const [one, other] = await twoServers();
  const browser = await one.signedIn("ada@example.org", "ada");
  const device = await Device.of(browser);
  const shelf = newShelf("Books");
  const item = newItem(shelf.id, "Dune");
  await device.sync([sent(1, "shelf.create", shelf), sent(2, "item.create", item)]);
  const { reader, writer } = other.services.db;
  const at = other.services.now().getTime();
  const click: PendingEvent = {
    type: "click",
    day: dayOf(at),
    at,
    usernameKey: "ada",
    itemId: item.id,
    callerIds: new Set(),
    location: null,
    source: null,
    visitor: {},
    mark: "click",
    viewMark: "view",
    isPing: true,
    networkMark: "network",
    namesMark: "network",
    lateMark: null,
  };
  const running = await writer.transaction().execute(async (trx) => {
    await countEvents(trx, [click]);
    const reset = browser.post(`/api/items/${item.id}/count-resets`);
    const waits = sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waits.execute(reader)).rows.length).toBe(1);
    return { reset };
  });
  expect((await running.reset).status).toBe(200);
  const reset = (await readResets(reader, device.userId)).get(item.id);
  const range = { userId: device.userId, from: dayOf(at), to: dayOf(at), unit: "day" } as const;
  const scope = { firstDay: dayOf(at), hasDimensions: false };
  const { total } = await readRange(reader, { ...range, filter: { itemId: item.id } }, scope);
  expect([reset?.clicks, total.clicks]).toEqual([1, 0]);
});

test("An owner's visit is not stored during the deletion of the account, and that is not a bug", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const { id } = (await (await ada.get("/api/auth/me")).json()) as { id: string };
  const { db, ownVisits } = server.services;
  await db.writer.transaction().execute(async (trx) => {
    await trx.deleteFrom("user").where("id", "=", id).execute();
    ownVisits.note(id, { network: "hash", userAgent: "Firefox" });
    const waits = sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waits.execute(db.reader)).rows.length).toBe(1);
  });
  await ownVisits.close();
  expect(await db.reader.selectFrom("own_visit").selectAll().execute()).toEqual([]);
  expect(server.printed.filter((line) => line.includes('"bug"'))).toEqual([]);
});
