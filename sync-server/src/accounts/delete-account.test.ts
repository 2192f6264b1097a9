import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { isPostgres } from "#database/dialect";
import { LIMITS } from "#http/rate-limits/limits";
import { sha256Of } from "#pictures/store-picture";
import { hashOfToken } from "#platform/token";
import { runAllSteps } from "#testing/run-all-steps";
import type { Browser } from "#testing/browser";
import { Device, newShelf, sent } from "#testing/device";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { PictureOwner, servedFiles } from "#testing/picture-owner";
import { picture } from "#testing/pictures";
import { visitorFrom } from "#testing/visitor";
import { deleteAccount } from "./delete-account.ts";
import { sweepAccounts } from "./sweep-accounts.ts";

const EMAIL = "ada@example.org";
const DAY_MS = 24 * 60 * 60_000;
const wrong = (code: string) => (code === "111111" ? "222222" : "111111");

const askToDelete = (browser: Browser) => browser.post("/api/user/deletion-code");
const sendDelete = (browser: Browser, code: string) =>
  browser.send("DELETE", "/api/user", {
    body: JSON.stringify({ code }),
    headers: { "Content-Type": "application/json" },
  });
const responseOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

async function confirmedDelete(server: TestServer, browser: Browser, email = EMAIL): Promise<Response> {
  await askToDelete(browser);
  return sendDelete(browser, await server.codeFor(email));
}

async function lastMail({ folder }: TestServer): Promise<string | undefined> {
  const mails = join(folder, "mail");
  const name = (await readdir(mails)).toSorted().at(-1) ?? "";
  return (await PostalMime.parse(await readFile(join(mails, name)))).text;
}

async function tablesHolding(
  {
    services: {
      db: { reader },
    },
  }: TestServer,
  texts: string[],
): Promise<string[]> {
  const tables = (await reader.introspection.getTables()).map(({ name }) => name);
  const holding: string[] = [];
  for (const name of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(reader);
    const said = JSON.stringify(rows).toLowerCase();
    if (texts.some((text) => said.includes(text.toLowerCase()))) holding.push(name);
  }
  return holding;
}

test("No table mentions a deleted account, and its pictures are deleted unless another account shows them", async () => {
  const server = await openTestServer();
  const { db, tracker } = server.services;
  const [mira, eve] = [await PictureOwner.of(server, "mira"), await PictureOwner.of(server, "eve")];
  const email = "mira@example.org";
  const small = { width: 8, height: 8 };
  const [own, shared] = [await picture("png", small), await picture("jpeg", small)];
  for (const bytes of [own, shared]) await mira.put(bytes);
  await eve.put(shared);
  const device = await Device.of(mira.browser);
  await device.sync([
    sent(1, "shelf.create", newShelf("Reading")),
    sent(2, "shelf.create", newShelf("")),
    sent(3, "social-link.set", { id: "github", value: "mira", position: "a0" }),
    sent(4, "profile.update", { patch: { picture: "a".repeat(64) }, was: {} }),
  ]);
  await mira.browser.put("/api/user/settings", { showAnalytics: false });
  const [shelf] = (await (await mira.browser.get("/api/shelves")).json()) as [{ id: string }];
  await mira.browser.form("POST", `/api/shelves/${shelf.id}/items`, {
    title: "A book",
    url: "https://example.org/",
  });
  await mira.browser.form("POST", `/api/shelves/${shelf.id}/items`, {
    title: "Another",
    url: "https://example.org/",
  });
  const [item, deleted] = (await (await mira.browser.get("/api/items")).json()) as [
    { id: string },
    { id: string },
  ];
  await mira.browser.delete(`/api/items/${deleted.id}`);
  await tracker.track(
    [
      { username: "mira", eventType: "view" },
      { username: "mira", eventType: "click", itemId: item.id },
    ],
    visitorFrom("2001:db8::1"),
  );
  await db.writer
    .insertInto("identity")
    .values({ provider: "google", subject: "1", user_id: mira.userId, created_at: 0 })
    .execute();
  await db.writer
    .insertInto("domain")
    .values({
      user_id: mira.userId,
      name: "mira.com",
      token: "",
      state: "lost",
      problem: null,
      added_at: 0,
      checked_at: 0,
      check_at: 0,
      verified_at: 0,
      lost_at: 0,
    })
    .execute();
  await db.writer
    .insertInto("digest")
    .values({ user_id: mira.userId, week: 1, state: "sent", tries: 1, claimed_at: 0 })
    .execute();
  const session = hashOfToken(mira.browser.cookies.get("shelv-session") ?? "");
  await db.writer
    .insertInto("provider_attempt")
    .values({
      token_hash: "x",
      provider: "google",
      session_hash: session,
      next: null,
      username: null,
      expires_at: 0,
    })
    .execute();
  server.wait(60_000);
  await server.browser().post("/api/auth/send-code", { email });
  const texts = [mira.userId, email, "mira", session];
  expect(await tablesHolding(server, texts)).toEqual(
    expect.arrayContaining([
      "user",
      "session",
      "identity",
      "provider_attempt",
      "sign_in_attempt",
      "shelf",
      "item",
      "single",
      "social_link",
      "sync_user",
      "sync_client",
      "sync_result",
      "sync_tombstone",
      "blob",
      "wanted_picture",
      "analytics_day",
      "analytics_activity",
      "analytics_ring",
      "digest",
      "domain",
      "rate_limit",
    ]),
  );

  expect((await confirmedDelete(server, mira.browser, email)).status).toBe(204);
  expect(await tablesHolding(server, texts)).toEqual([]);
  expect([(await servedFiles(server, sha256Of(own))).size, await eve.has(sha256Of(shared))]).toEqual([
    0,
    true,
  ]);
  expect((await servedFiles(server, sha256Of(shared))).size).toBeGreaterThan(0);
  expect((await server.browser().get("/mira")).status).toBe(404);
}, 30_000);

test("Every device of a deleted account is signed out at once, and its streams are closed", async () => {
  const server = await openTestServer();
  const browser = await server.signedIn(EMAIL, "ada");
  const other = await server.signedIn(EMAIL, null);
  const device = await Device.of(other);
  const stream = (await other.get("/api/sync/events")).body?.getReader();
  await stream?.read();
  expect((await server.browser().get("/ada")).status).toBe(200);

  expect((await confirmedDelete(server, browser)).status).toBe(204);
  expect((await stream?.read())?.done).toBe(true);
  expect((await device.ask({ mutations: [sent(1, "shelf.create", newShelf("Reading"))] })).status).toBe(401);
  expect((await server.browser().get("/ada")).status).toBe(404);
  expect([...browser.cookies]).toEqual([]);
  expect((await browser.get("/api/auth/me")).status).toBe(401);
});

test('A request in flight while its account is deleted gets "signed out", not an error', async () => {
  const server = await openTestServer();
  const { db } = server.services;
  const browser = await server.signedIn(EMAIL, "ada");
  const device = await Device.of(browser);
  await askToDelete(browser);
  const gate = Promise.withResolvers<void>();
  const held = db.writer.transaction().execute(() => gate.promise);
  const deleted = deleteAccount(server.services, {
    userId: device.userId,
    tokenHash: hashOfToken(browser.cookies.get("shelv-session") ?? ""),
  });
  const asked = device.ask({ mutations: [sent(1, "shelf.create", newShelf("Reading"))] });
  await new Promise(setImmediate);
  gate.resolve();
  await Promise.all([held, deleted]);
  expect(isPostgres(db.reader) ? [200, 401] : [401]).toContain((await asked).status);
  expect(server.printed.filter((line) => line.includes("bug"))).toEqual([]);
  expect(await tablesHolding(server, [device.userId])).toEqual([]);
});

test("The owner gets a mail about the deletion at the deleted address", async () => {
  const server = await openTestServer();
  const browser = await server.signedIn(EMAIL, "ada");
  await confirmedDelete(server, browser);
  expect(server.printed.at(-1)).toBe(`The account of ${EMAIL} was deleted`);
});

test("After a trial the mail says what stays: a hash of the address, which names it nowhere", async () => {
  const server = await openTestServer();
  const browser = await server.signedIn(EMAIL, "ada");
  await browser.put("/api/user/plan", { plan: "pro" });
  await confirmedDelete(server, browser);
  expect(await lastMail(server)).toContain("a keyed hash of this address for a year");
  expect(await tablesHolding(server, [EMAIL])).toEqual([]);
  const used = await server.services.db.reader.selectFrom("used_trial").selectAll().execute();
  expect(used).toEqual([
    {
      mailbox_hash: expect.stringMatching(/^[\w-]{43}$/) as string,
      ends_at: Date.parse("2026-03-15T12:00:00Z"),
    },
  ]);
});

test("Only the code that this session requested confirms the deletion", async () => {
  const server = await openTestServer();
  const browser = await server.signedIn(EMAIL, "ada");
  expect(await responseOf(await sendDelete(browser, "123456"))).toEqual([400, "code-expired"]);

  server.wait(60_000);
  const other = await server.signedIn(EMAIL, null);
  await askToDelete(other);
  expect(await responseOf(await sendDelete(browser, await server.codeFor(EMAIL)))).toEqual([
    400,
    "code-expired",
  ]);

  server.wait(60_000);
  await server.browser().post("/api/auth/send-code", { email: EMAIL });
  const signInCode = await server.codeFor(EMAIL);
  await askToDelete(browser);
  const code = await server.codeFor(EMAIL);
  expect(await responseOf(await sendDelete(browser, signInCode === code ? wrong(code) : signInCode))).toEqual(
    [400, "code-wrong"],
  );
  expect((await sendDelete(browser, code)).status).toBe(204);
});

test("A deletion code allows five tries, then it is invalid, right or wrong", async () => {
  const server = await openTestServer();
  const browser = await server.signedIn(EMAIL, "ada");
  await askToDelete(browser);
  const code = await server.codeFor(EMAIL);
  for (let tried = 0; tried < 5; tried += 1)
    expect(await responseOf(await sendDelete(browser, wrong(code)))).toEqual([400, "code-wrong"]);
  expect(await responseOf(await sendDelete(browser, code))).toEqual([400, "code-expired"]);
});

test("A deletion code is valid for ten minutes, and a later one replaces it", async () => {
  const server = await openTestServer();
  const browser = await server.signedIn(EMAIL, "ada");
  await askToDelete(browser);
  const first = await server.codeFor(EMAIL);
  server.wait(10 * 60_000);
  expect(await responseOf(await sendDelete(browser, first))).toEqual([400, "code-expired"]);

  await askToDelete(browser);
  const second = await server.codeFor(EMAIL);
  await askToDelete(browser);
  const third = await server.codeFor(EMAIL);
  expect(await responseOf(await sendDelete(browser, second === third ? wrong(third) : second))).toEqual([
    400,
    "code-wrong",
  ]);
  expect((await sendDelete(browser, third)).status).toBe(204);
});

test("Deletion codes and wrong tries are limited per account", async () => {
  const server = await openTestServer();
  const browser = await server.signedIn(EMAIL, "ada");
  let sent = 0;
  while ((await askToDelete(browser)).status === 204) sent += 1;
  expect(sent).toBe(LIMITS["deletion-codes-by-account"].points);
  let tried = 0;
  while ((await sendDelete(browser, "123456")).status === 400) tried += 1;
  expect(tried).toBe(LIMITS["wrong-deletion-codes-by-account"].points);
});

test("The code is stored as a hash that reveals neither it nor the session's token", async () => {
  const server = await openTestServer();
  const browser = await server.signedIn(EMAIL, "ada");
  await askToDelete(browser);
  expect(
    await tablesHolding(server, [await server.codeFor(EMAIL), browser.cookies.get("shelv-session") ?? ""]),
  ).toEqual([]);
});

test("A deleted account's username and its lookalikes are reserved for 30 days, in any case, and then free again", async () => {
  const server = await openTestServer();
  await confirmedDelete(server, await server.signedIn(EMAIL, "Ada"));
  server.wait(60_000);
  const again = await server.signedIn(EMAIL, null);
  const isFree = async (name = "aDa") =>
    ((await (await again.get(`/api/check-username/${name}`)).json()) as { available: boolean }).available;
  const claim = () => again.post("/api/auth/complete-registration", { username: "ADA" });

  server.wait(30 * DAY_MS - 60_001);
  expect([await isFree(), await responseOf(await claim())]).toEqual([false, [409, "username-taken"]]);
  await runAllSteps(sweepAccounts(server.services, Infinity));
  expect([await isFree(), await isFree("a_da")]).toEqual([false, false]);
  server.wait(1);
  await runAllSteps(sweepAccounts(server.services, Infinity));
  expect([await isFree(), (await claim()).status]).toEqual([true, 200]);
  expect(await server.services.db.reader.selectFrom("forgotten_username").selectAll().execute()).toEqual([]);
});

test("An unclaimed account is deleted when its last session ends; one with a username stays", async () => {
  const server = await openTestServer();
  const { db } = server.services;
  const emails = async () =>
    (await db.reader.selectFrom("user").select("email").orderBy("email").execute()).map(({ email }) => email);
  await server.signedIn(EMAIL, "ada");
  await server.signedIn("eve@example.org", null);
  const eva = await server.signedIn("eva@example.org", null);
  server.wait(40 * DAY_MS);
  await eva.get("/api/auth/me");
  server.wait(20 * DAY_MS);
  await runAllSteps(sweepAccounts(server.services, Infinity));
  expect(await emails()).toEqual([EMAIL, "eva@example.org"]);
  server.wait(40 * DAY_MS);
  await runAllSteps(sweepAccounts(server.services, Infinity));
  expect(await emails()).toEqual([EMAIL]);
});
