import { SESSIONS_MAX } from "@shelv/contract/limits/account-limits";
import { SIGN_IN_CODE_VALID_MS } from "@shelv/contract/sign-in";
import { expect, test } from "vitest";
import { LIMITS } from "#http/rate-limits/limits";
import { SHARED_QUEUES } from "#jobs/shared-queues";
import { runAllSteps } from "#testing/run-all-steps";
import type { Browser } from "#testing/browser";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { SESSION_VALID_MS } from "./sessions.ts";
import { sweepSignIn } from "./sign-in.ts";

const EMAIL = "ada@example.org";
const wrong = (code: string) => (code === "111111" ? "222222" : "111111");

test("A code signs in the browser that requested it, and an account without a username is new", async () => {
  const server = await openTestServer();
  const ada = server.browser();
  expect((await ada.post("/api/auth/send-code", { email: " Ada@Example.org " })).status).toBe(204);
  const verified = await ada.post("/api/auth/verify-code", { code: await server.codeFor(EMAIL) });
  expect(await verified.json()).toMatchObject({ isNewUser: true, user: { username: null } });
  expect(await (await ada.get("/api/auth/me")).json()).toMatchObject({ username: null });
});

test("An unreachable mail server is reported with the catalogue's message", async () => {
  const server = await openTestServer({ env: { SMTP_URL: "smtp://127.0.0.1:1" } });
  const answer = await server.browser().post("/api/auth/send-code", { email: EMAIL });
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { code: "mail-not-sent", message: "Failed to send verification code" },
  ]);
  expect(server.printed.join()).toContain("ECONNREFUSED");
  expect(server.printed.join()).not.toContain(EMAIL);
});

test("A slow mail server keeps only a few of a network's codes waiting, and sends another network's meanwhile", async () => {
  const server = await openTestServer();
  const { mailer } = server.services;
  const send = mailer.send.bind(mailer);
  const isBack = Promise.withResolvers<void>();
  const begun: string[] = [];
  mailer.send = async (mail) => {
    begun.push(mail.to);
    await isBack.promise;
    await send(mail);
  };
  const { atOnce, waiting } = SHARED_QUEUES.codeMails.ofPayer;
  const [eve, ada] = [server.browser(), server.browser()];
  const ask = (browser: Browser, name: string) =>
    browser.post("/api/auth/send-code", { email: `${name}@example.org` });
  const names = Array.from({ length: atOnce + waiting + 1 }, (_, at) => `eve-${at}`);
  const flood = names.map((name) => ask(eve, name));
  expect((await Promise.race(flood)).status).toBe(503);
  const other = ask(ada, "ada");
  await expect.poll(() => begun).toContain(EMAIL);
  expect(begun).toHaveLength(atOnce + 1);
  isBack.resolve();
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect([(await other).status, ...statuses.toSorted((a, b) => a - b)]).toEqual([
    204,
    ...Array.from({ length: atOnce + waiting }, () => 204),
    503,
  ]);
  // The refused one was not counted: it may ask again at once.
  expect((await ask(eve, names[statuses.indexOf(503)] ?? "")).status).toBe(204);
});

test("The same address returns to the same account", async () => {
  const server = await openTestServer();
  const first = await (await (await server.signedIn(EMAIL, "ada")).get("/api/auth/me")).json();
  const other = server.browser();
  await other.post("/api/auth/send-code", { email: EMAIL });
  const again = await (
    await other.post("/api/auth/verify-code", { code: await server.codeFor(EMAIL) })
  ).json();
  expect(again).toEqual({ isNewUser: false, user: first });
});

test("One session too many of an account ends the one that was used longest ago, at once", async () => {
  const server = await openTestServer();
  const { db, now } = server.services;
  const oldest = await server.signedIn(EMAIL, "ada");
  const later = async () => {
    server.wait(10 * 60_000);
    return server.signedIn(EMAIL, null);
  };
  const second = await later();
  const user = db.reader.selectFrom("user").select("id").where("email", "=", EMAIL);
  const { id } = await user.executeTakeFirstOrThrow();
  const times = { created_at: now().getTime(), expires_at: now().getTime() + SESSION_VALID_MS };
  const others = Array.from({ length: SESSIONS_MAX - 2 }, (_, at) => ({
    token_hash: String(at),
    user_id: id,
    ...times,
  }));
  await db.writer.insertInto("session").values(others).execute();
  const statusOf = async (browser: Browser) => (await browser.get("/api/auth/me")).status;
  expect([await statusOf(oldest), await statusOf(second)]).toEqual([200, 200]);
  const newest = await later();
  expect([await statusOf(oldest), await statusOf(second), await statusOf(newest)]).toEqual([401, 200, 200]);
});

test("Accounts of one address have one proof, which says nothing about the address", async () => {
  const server = await openTestServer();
  const proof = async (email: string, name: string) => {
    const me = await (await server.signedIn(email, name)).get("/api/auth/me");
    return ((await me.json()) as { addressProof: string }).addressProof;
  };
  const first = await proof(EMAIL, "ada");
  await server.services.db.writer.deleteFrom("user").execute();
  expect(await proof(EMAIL, "ada2")).toBe(first);
  expect(await proof("bob@example.org", "bob")).not.toBe(first);
  expect(first).toMatch(/^[\w-]{43}$/);
});

test("A code is useless in another browser, and without a cookie", async () => {
  const server = await openTestServer();
  const [ada, eve] = [server.browser(), server.browser()];
  await ada.post("/api/auth/send-code", { email: EMAIL });
  const code = await server.codeFor(EMAIL);
  expect(await (await eve.post("/api/auth/verify-code", { code })).json()).toMatchObject({
    code: "cookie-missing",
  });
  await eve.post("/api/auth/send-code", { email: EMAIL });
  const refused = await eve.post("/api/auth/verify-code", { code: wrong(await server.codeFor(EMAIL)) });
  expect(await refused.json()).toMatchObject({ code: "code-wrong" });
  expect((await ada.post("/api/auth/verify-code", { code })).status).toBe(200);
});

test("A code works once, even in parallel", async () => {
  const server = await openTestServer();
  const ada = server.browser();
  await ada.post("/api/auth/send-code", { email: EMAIL });
  const body = { code: await server.codeFor(EMAIL) };
  const answers = await Promise.all([1, 2, 3].map(() => ada.post("/api/auth/verify-code", body)));
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "400", "400"]);
});

test("After five wrong tries the right code is rejected too", async () => {
  const server = await openTestServer();
  const ada = server.browser();
  await ada.post("/api/auth/send-code", { email: EMAIL });
  const code = await server.codeFor(EMAIL);
  for (const _ of [1, 2, 3, 4, 5]) {
    expect(await (await ada.post("/api/auth/verify-code", { code: wrong(code) })).json()).toMatchObject({
      code: "code-wrong",
    });
  }
  expect(await (await ada.post("/api/auth/verify-code", { code })).json()).toMatchObject({
    code: "code-expired",
  });
});

test("A code is valid for ten minutes", async () => {
  const server = await openTestServer();
  for (const [ms, status] of [
    [SIGN_IN_CODE_VALID_MS - 1, 200],
    [SIGN_IN_CODE_VALID_MS, 400],
  ] as const) {
    const ada = server.browser();
    await ada.post("/api/auth/send-code", { email: EMAIL });
    const code = await server.codeFor(EMAIL);
    server.wait(ms);
    expect((await ada.post("/api/auth/verify-code", { code })).status).toBe(status);
  }
});

async function anotherCode(server: TestServer, browser: Browser, than: readonly string[]): Promise<string> {
  server.wait(LIMITS["code-pause"].perS * 1000);
  await browser.post("/api/auth/send-code", { email: EMAIL });
  const code = await server.codeFor(EMAIL);
  return than.includes(code) ? anotherCode(server, browser, than) : code;
}

test("A new request invalidates the earlier codes; each says that a newer one was sent, and uses a try", async () => {
  const server = await openTestServer();
  const ada = server.browser();
  const first = await anotherCode(server, ada, []);
  const second = await anotherCode(server, ada, [first]);
  const latest = await anotherCode(server, ada, [first, second]);
  const codeOf = async (code: string) =>
    ((await (await ada.post("/api/auth/verify-code", { code })).json()) as { code: string }).code;
  expect([await codeOf(first), await codeOf(second)]).toEqual(["code-older", "code-older"]);
  const { tries } = await server.services.db.reader
    .selectFrom("sign_in_attempt")
    .select("tries")
    .orderBy("expires_at", "desc")
    .executeTakeFirstOrThrow();
  expect(tries).toBe(2);
  expect((await ada.post("/api/auth/verify-code", { code: latest })).status).toBe(200);
});

test("An earlier code is recognised only in the browser that requested it, and only while it would have been valid", async () => {
  const server = await openTestServer();
  const [ada, eve] = [server.browser(), server.browser()];
  const first = await anotherCode(server, ada, []);
  const latest = await anotherCode(server, ada, [first]);
  await anotherCode(server, eve, [first, latest]);
  expect(await (await eve.post("/api/auth/verify-code", { code: first })).json()).toMatchObject({
    code: "code-wrong",
  });
  server.wait(SIGN_IN_CODE_VALID_MS - 2 * LIMITS["code-pause"].perS * 1000);
  expect(await (await ada.post("/api/auth/verify-code", { code: first })).json()).toMatchObject({
    code: "code-wrong",
  });
  expect((await ada.post("/api/auth/verify-code", { code: latest })).status).toBe(200);
});

test("The answer to a code request is the same whether or not the address has an account", async () => {
  const server = await openTestServer();
  await server.signedIn(EMAIL, "ada");
  const answers = await Promise.all(
    [EMAIL, "nobody@example.org"].map((email) => server.browser().post("/api/auth/send-code", { email })),
  );
  const [known, unknown] = answers.map(({ status, headers }) => [
    status,
    [...headers].filter(([name]) => name !== "set-cookie"),
  ]);
  expect(known).toEqual(unknown);
});

test("Neither codes nor tokens are stored in plain text", async () => {
  const server = await openTestServer();
  const ada = server.browser();
  await ada.post("/api/auth/send-code", { email: EMAIL });
  const code = await server.codeFor(EMAIL);
  const [attempt] = await server.services.db.reader.selectFrom("sign_in_attempt").selectAll().execute();
  const token = ada.cookies.get("shelv-sign-in") ?? "";
  expect(token.length).toBeGreaterThanOrEqual(43);
  expect(JSON.stringify(attempt)).not.toContain(code);
  expect(JSON.stringify(attempt)).not.toContain(token);
  await ada.post("/api/auth/verify-code", { code });
  const [session] = await server.services.db.reader.selectFrom("session").selectAll().execute();
  expect(JSON.stringify(session)).not.toContain(ada.cookies.get("shelv-session"));
});

test("Signing in again ends the browser's old session", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn(EMAIL, "ada");
  const earlier = ada.cookies.get("shelv-session") ?? "";
  await ada.post("/api/auth/send-code", { email: EMAIL });
  await ada.post("/api/auth/verify-code", { code: await server.codeFor(EMAIL) });
  expect(ada.cookies.get("shelv-session")).not.toBe(earlier);
  expect((await ada.get("/api/auth/me")).status).toBe(200);
  expect((await server.browser().get("/api/auth/me", { Cookie: `shelv-session=${earlier}` })).status).toBe(
    401,
  );
});

test("Signing out ends the session in the browser, in memory and in the database", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn(EMAIL, "ada");
  const token = ada.cookies.get("shelv-session") ?? "";
  expect((await ada.post("/api/auth/logout")).status).toBe(204);
  expect(ada.cookies.has("shelv-session")).toBe(false);
  expect((await server.browser().get("/api/auth/me", { Cookie: `shelv-session=${token}` })).status).toBe(401);
  expect(await server.services.db.reader.selectFrom("session").selectAll().execute()).toEqual([]);
  expect((await ada.post("/api/auth/logout")).status).toBe(204);
});

test("A used session is renewed, and an unused one ends after 60 days", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn(EMAIL, "ada");
  const month = SESSION_VALID_MS / 2;
  for (const _ of [1, 2, 3]) {
    server.wait(month);
    expect((await ada.get("/api/auth/me")).headers.getSetCookie()).toHaveLength(1);
    expect((await ada.get("/api/auth/me")).headers.getSetCookie()).toEqual([]);
  }
  server.wait(SESSION_VALID_MS);
  expect((await ada.get("/api/auth/me")).status).toBe(401);
});

test("A session ends 180 days after its start, however much it is used", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn(EMAIL, "ada");
  const [month, renewed] = [SESSION_VALID_MS / 2, [] as number[]];
  for (let day = 30; day < 180; day += 30) {
    server.wait(month);
    renewed.push((await ada.get("/api/auth/me")).headers.getSetCookie().length);
  }
  expect(renewed).toEqual([1, 1, 1, 1, 0]);
  server.wait(month - 1);
  expect((await ada.get("/api/auth/me")).status).toBe(200);
  server.wait(1);
  expect((await ada.get("/api/auth/me")).status).toBe(401);
});

test("Expired rows are swept, and nothing else", async () => {
  const server = await openTestServer();
  const { db } = server.services;
  const count = async () => [
    (await db.reader.selectFrom("session").selectAll().execute()).length,
    (await db.reader.selectFrom("sign_in_attempt").selectAll().execute()).length,
  ];
  await server.signedIn(EMAIL, "ada");
  await server.browser().post("/api/auth/send-code", { email: EMAIL });
  await runAllSteps(sweepSignIn(server.services, Infinity));
  expect(await count()).toEqual([1, 1]);
  server.wait(SIGN_IN_CODE_VALID_MS);
  await runAllSteps(sweepSignIn(server.services, Infinity));
  expect(await count()).toEqual([1, 0]);
  server.wait(SESSION_VALID_MS);
  await runAllSteps(sweepSignIn(server.services, Infinity));
  expect(await count()).toEqual([0, 0]);
});

test("Cookies are HttpOnly, SameSite, and bound to the host over https", async () => {
  const http = await (await openTestServer()).browser().post("/api/auth/send-code", { email: EMAIL });
  expect(http.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^shelv-sign-in=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const https = await (
    await openTestServer({ env: { PUBLIC_URL: "https://shelv.example" } })
  )
    .browser()
    .post("/api/auth/send-code", { email: EMAIL });
  expect(https.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-shelv-sign-in=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ]);
});

test("If a trusted proxy reports https, cookies are bound to the host; an older session continues under the new name", async () => {
  const server = await openTestServer({ env: { TRUST_PROXY: "2001:db8::/32" } });
  const ada = await server.signedIn(EMAIL, "ada");
  const token = ada.cookies.get("shelv-session") ?? "";
  const overHttps = { "X-Forwarded-Proto": "https" };
  const answer = await ada.get("/api/auth/me", overHttps);
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      new RegExp(`^__Host-shelv-session=${token}; Max-Age=\\d+; Path=/; HttpOnly; Secure; SameSite=Lax$`),
    ),
    expect.stringMatching(/^shelv-session=; Max-Age=0;/),
  ]);
  expect((await ada.get("/api/auth/me", overHttps)).headers.getSetCookie()).toEqual([]);
  expect(
    (await server.browser().get("/api/auth/me", { ...overHttps, Cookie: `shelv-session=${token}` })).status,
  ).toBe(200);
  await ada.send("POST", "/api/auth/logout", { headers: { ...overHttps, Origin: "https://localhost:3000" } });
  expect([
    (await ada.get("/api/auth/me", overHttps)).status,
    ada.cookies.has("__Host-shelv-session"),
  ]).toEqual([401, false]);
});

test("A server with an https address ignores a session under the plain name, which a neighbouring host could set", async () => {
  const server = await openTestServer({ env: { PUBLIC_URL: "https://shelv.example" } });
  const token = (await server.signedIn(EMAIL, "ada")).cookies.get("__Host-shelv-session");
  expect((await server.browser().get("/api/auth/me", { Cookie: `shelv-session=${token}` })).status).toBe(401);
});

test("An account without a username can only choose one", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn(EMAIL, null);
  expect(await (await ada.get("/api/shelves")).json()).toMatchObject({ code: "username-missing" });
  expect((await ada.post("/api/sync", {})).status).toBe(403);
  expect((await ada.get("/api/auth/me")).status).toBe(200);
  expect((await ada.post("/api/auth/complete-registration", { username: "ada" })).status).toBe(200);
  expect((await ada.get("/api/shelves")).status).toBe(200);
});
