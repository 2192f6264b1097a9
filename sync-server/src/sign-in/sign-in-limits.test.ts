import { SIGN_IN_CODE_VALID_MS, SIGN_IN_MAX_TRIES } from "@shelv/contract/sign-in";
import { expect, test } from "vitest";
import { hashedAddress } from "#http/rate-limits/hashed-address";
import { type LimitName, LIMITS } from "#http/rate-limits/limits";
import { Browser } from "#testing/browser";
import { mailServer } from "#testing/servers/mail-server";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { secretsOf } from "./provider-attempts.ts";

const EMAIL = "ada@example.org";
const wrong = (code: string) => (code === "111111" ? "222222" : "111111");
const ask = (browser: Browser, email = EMAIL) => browser.post("/api/auth/send-code", { email });
const PAUSE_MS = LIMITS["code-pause"].perS * 1000;

function browserAt(server: TestServer, remoteAddress: string): Browser {
  return new Browser(
    (request) => server.app.fetch(request, { incoming: { socket: { remoteAddress } } }),
    "http://localhost:3000",
  );
}

async function useUp(server: TestServer): Promise<number> {
  let sent = 0;
  while ((await ask(server.browser())).status === 204) sent += 1;
  return sent;
}

const TEN_MINUTES_MS = LIMITS["codes-by-network"].perS * 1000;
const DAY_MS = 24 * 60 * 60_000;

test("The next code for an address has a pause, and the answer says how long", async () => {
  const server = await openTestServer();
  const ada = server.browser();
  expect((await ask(ada)).status).toBe(204);
  server.wait(10_000);
  const refused = await ask(ada);
  expect([refused.status, refused.headers.get("Retry-After"), await refused.json()]).toEqual([
    429,
    "20",
    { code: "too-many", message: "That was too often. Please try again in 20 seconds" },
  ]);
  server.wait(20_000);
  expect((await ask(ada)).status).toBe(204);
});

test("The pause is for one address in one network: others need not wait", async () => {
  const server = await openTestServer();
  const ada = server.browser();
  await ask(ada);
  expect((await ask(ada, "lovelace@example.org")).status).toBe(204);
  expect((await ask(server.browser())).status).toBe(204);
});

test("If no mail server was reached, nothing is counted and no attempt is left", async () => {
  const server = await openTestServer({ env: { SMTP_URL: "smtp://127.0.0.1:1" } });
  const ada = server.browser();
  expect([(await ask(ada)).status, (await ask(ada)).status]).toEqual([503, 503]);
  expect(await server.services.db.reader.selectFrom("sign_in_attempt").selectAll().execute()).toEqual([]);
});

test("All networks of a block get no more codes for an address than one; its owner's new device gets one", async () => {
  const server = await openTestServer();
  const statuses: number[] = [];
  for (let at = 1; at <= 12; at += 1)
    statuses.push((await ask(browserAt(server, `2001:db8:77:${at}::1`))).status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(
    LIMITS["codes-by-block-to-mailbox"].points,
  );
  const owner = server.browser();
  expect((await ask(owner)).status).toBe(204);
  expect((await owner.post("/api/auth/verify-code", { code: await server.codeFor(EMAIL) })).status).toBe(200);
});

test("A block gets eight codes for an address per day, and leaves the owner's new device its own", async () => {
  const server = await openTestServer();
  let sent = 0;
  for (let at = 0; at < 40; at += 1) {
    if ((await ask(browserAt(server, `2001:db8:77:${at}::1`))).status === 204) sent += 1;
    server.wait(TEN_MINUTES_MS / 4);
  }
  expect(sent).toBe(LIMITS["daily-codes-by-block-to-mailbox"].points);
  expect((await ask(server.browser())).status).toBe(204);
});

test("Addresses with a plus, or with ignored dots, are one mailbox", async () => {
  const server = await openTestServer();
  let sent = 0;
  for (let at = 0; at < 100; at += 1)
    if (
      (await ask(browserAt(server, `2001:db8:77:${at.toString(16)}::1`), `six+${at}@example.com`)).status ===
      204
    )
      sent += 1;
  expect(sent).toBe(LIMITS["codes-by-block-to-mailbox"].points);
  expect((await ask(server.browser(), "a.d.a@gmail.com")).status).toBe(204);
  const eve = server.browser();
  expect([
    (await ask(eve, "ada@gmail.com")).status,
    (await ask(eve, "a.da+x@googlemail.com")).status,
  ]).toEqual([204, 429]);
  expect([(await ask(eve, "ada@example.com")).status, (await ask(eve, "a.da@example.com")).status]).toEqual([
    204, 204,
  ]);
});

test("Earlier requesters are stopped first, then new blocks; known browsers have the day's last codes", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn(EMAIL, "ada");
  await ada.post("/api/auth/logout");
  const eve = server.browser();
  await ask(eve);
  expect(await useUp(server)).toBe(15);
  server.wait(TEN_MINUTES_MS);
  expect([(await ask(eve)).status, (await ask(server.browser())).headers.get("Retry-After")]).toEqual([
    429,
    String(24 * 3600 - 600),
  ]);
  expect((await ask(ada)).status).toBe(204);
  expect((await ada.post("/api/auth/verify-code", { code: await server.codeFor(EMAIL) })).status).toBe(200);
  server.wait(DAY_MS);
  expect((await ask(server.browser())).status).toBe(204);
});

test("A mailbox gets at most twenty codes per day", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn(EMAIL, "ada");
  await ada.post("/api/auth/logout");
  let sent = await useUp(server);
  while ((await ask(ada)).status === 204) {
    sent += 1;
    server.wait(PAUSE_MS);
  }
  expect(sent).toBe(20);
});

test("Others' wrong codes leave the owner's new device its own tries", async () => {
  const server = await openTestServer();
  const guess = async (stranger: Browser) => {
    await ask(stranger);
    const code = wrong(await server.codeFor(EMAIL));
    for (let tried = 0; tried < 5; tried += 1) await stranger.post("/api/auth/verify-code", { code });
  };
  for (let block = 0; block < 6; block += 1) await guess(server.browser());
  const owner = server.browser();
  await ask(owner);
  expect((await owner.post("/api/auth/verify-code", { code: await server.codeFor(EMAIL) })).status).toBe(200);
});

test("A used-up code takes no more tries from the mailbox, from however many networks it is tried", async () => {
  const server = await openTestServer();
  const eve = server.browser();
  await ask(eve);
  const code = wrong(await server.codeFor(EMAIL));
  const guess = async (at: Browser) => (await at.post("/api/auth/verify-code", { code })).status;
  for (let tried = 0; tried < 5; tried += 1) expect(await guess(eve)).toBe(400);
  for (let tried = 0; tried < LIMITS["wrong-codes-to-mailbox"].points; tried += 1) {
    const elsewhere = server.browser();
    for (const [name, value] of eve.cookies) elsewhere.cookies.set(name, value);
    expect(await guess(elsewhere)).toBe(400);
  }
  const owner = server.browser();
  await ask(owner);
  expect((await owner.post("/api/auth/verify-code", { code: await server.codeFor(EMAIL) })).status).toBe(200);
});

test("A code costs its mailbox no more than its tries, from however many networks it is tried at once", async () => {
  const server = await openTestServer();
  const eve = server.browser();
  await ask(eve);
  const code = wrong(await server.codeFor(EMAIL));
  const guesses = Array.from({ length: 40 }, async () => {
    const elsewhere = server.browser();
    for (const [name, value] of eve.cookies) elsewhere.cookies.set(name, value);
    return (await elsewhere.post("/api/auth/verify-code", { code })).status;
  });
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([400]));
  const counted = await server.services.db.reader
    .selectFrom("rate_limit")
    .select("points")
    .where("key", "like", "wrong-codes-to-mailbox:%")
    .execute();
  expect(counted).toEqual([{ points: SIGN_IN_MAX_TRIES }]);
});

test("A right code costs its mailbox nothing, however often it is sent at once", async () => {
  const server = await openTestServer();
  const ada = server.browser();
  await ask(ada);
  const code = await server.codeFor(EMAIL);
  const send = async () => (await ada.post("/api/auth/verify-code", { code })).status;
  const statuses = await Promise.all(Array.from({ length: SIGN_IN_MAX_TRIES }, send));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
  const counted = await server.services.db.reader
    .selectFrom("rate_limit")
    .select(["key", "points"])
    .where("points", ">", 0)
    .where((eb) => eb.or(["wrong-codes-%", "%-to-mailbox:%"].map((keys) => eb("key", "like", keys))))
    .execute();
  expect(counted).toEqual([]);
});

test("The server has an hourly limit; known browsers have its last codes, and the log gets one line", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn(EMAIL, "ada");
  await ada.post("/api/auth/logout");
  await server.services.limits.takeMany(LIMITS["codes-by-all"].points - 501, ["codes-by-all", "all"]);
  const alarms = () => server.printed.filter((line) => line.includes("sign-in-mail-ceiling"));
  const strangersAsk = async () => (await ask(server.browser(), "lovelace@example.org")).status;
  expect([await strangersAsk(), await strangersAsk(), alarms().length]).toEqual([429, 429, 1]);
  expect((await ask(ada)).status).toBe(204);
  server.wait(59 * 60_000);
  await server.services.limits
    .takeMany(LIMITS["codes-by-all"].points, ["codes-by-all", "all"])
    .catch(() => undefined);
  expect(await strangersAsk()).toBe(429);
  expect(alarms()).toHaveLength(1);
  expect(JSON.parse(alarms()[0] ?? "")).toMatchObject({
    message:
      "Over 2500 of at most 3000 sign-in mails have left within 60 minutes: codes are refused until that is over",
  });
  server.wait(60_000);
  expect(await strangersAsk()).toBe(204);
});

test("Networks that ask all the time leave codes for newcomers, hour after hour, and known browsers theirs", async () => {
  const server = await openTestServer({ env: { SIGN_IN_CODES_AN_HOUR: "300" } });
  const ada = await server.signedIn(EMAIL, "ada");
  await ada.post("/api/auth/logout");
  server.wait(60 * 60_000);
  let mailbox = 0;
  const askFrom = async (address: string) =>
    (await ask(browserAt(server, address), `${(mailbox += 1)}@example.com`)).status === 204 ? 1 : 0;
  const flood = async () => {
    let sent = 0;
    for (let round = 0; round < 6; round += 1)
      for (let network = 1; network <= 45; network += 1) sent += await askFrom(`2001:db8:${network}::1`);
    return sent;
  };
  const newcomers = async (hour: number) => {
    let sent = 0;
    for (let at = 1; at <= 60; at += 1) sent += await askFrom(`${hour}.${10 + at}.113.1`);
    return sent;
  };
  expect([await flood(), await newcomers(1), await flood()]).toEqual([150, 60, 0]);
  server.wait(60 * 60_000);
  expect([await flood(), await newcomers(2), await flood()]).toEqual([150, 60, 0]);
  expect((await ask(ada)).status).toBe(204);
  let sent = 0;
  for (let block = 1; block <= 30; block += 1) sent += await askFrom(`2001:db9:${block}::1`);
  expect(sent).toBe(10);
}, 60_000);

test("A rejection by the mail server counts: the next code has its pause, and the log one line per minute", async () => {
  const { url } = await mailServer("nobody@example.com");
  const server = await openTestServer({ env: { SMTP_URL: url } });
  const eve = server.browser();
  const first = await ask(eve, "nobody@example.com");
  expect([first.status, await first.json()]).toEqual([
    400,
    {
      code: "mail-refused",
      message:
        "Failed to send verification code. The mail server doesn't accept this address. Check the spelling",
    },
  ]);
  for (let at = 0; at < 199; at += 1) expect((await ask(eve, "nobody@example.com")).status).toBe(429);
  expect(server.printed).toHaveLength(1);
  server.wait(PAUSE_MS);
  expect((await ask(eve, "nobody@example.com")).status).toBe(400);
  expect(server.printed).toHaveLength(1);
  server.wait(2 * PAUSE_MS);
  await ask(eve, "nobody@example.com");
  expect(server.printed.map((line) => JSON.parse(line) as object)).toMatchObject([
    { alarm: "mail-refused" },
    { alarm: "mail-refused", leftOut: 1 },
  ]);
  expect(server.printed.join("")).not.toContain("nobody");
  expect(await server.services.db.reader.selectFrom("sign_in_attempt").selectAll().execute()).toEqual([]);
});

test.each([
  "a@b.co\r\nBcc: x@y.zz",
  "a@b.co,x@y.zz",
  '"a b"@b.co',
  "a@[127.0.0.1]",
  "a@b.co\u0000",
  "vi\u017fitor@example.com",
  "a@b.\u017fk",
])("An invalid address is rejected: %j", async (email) => {
  const refused = await ask((await openTestServer()).browser(), email);
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: "invalid" }]);
});

test.each([
  ["\uff11\uff12\uff13\uff14\uff15\uff16"],
  ["123456\u0000"],
  [123456],
  [["123456"]],
  [{ $ne: "" }],
  ["' OR 1=1"],
  [null],
])("An invalid code is rejected: %j", async (code) => {
  const server = await openTestServer();
  const ada = server.browser();
  await ask(ada);
  const refused = await ada.post("/api/auth/verify-code", { code });
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: "invalid" }]);
});

test("A known browser of one address has no advantage for another, and the mark cannot be forged", async () => {
  const server = await openTestServer();
  const eve = await server.signedIn("eve@example.org", "eve");
  await useUp(server);
  expect((await ask(eve)).status).toBe(429);
  const forger = server.browser();
  forger.cookies.set("shelv-known", "x".repeat(43));
  expect((await ask(forger)).status).toBe(429);
});

test("The mark of a known browser is HttpOnly, and does not contain the address", async () => {
  const server = await openTestServer();
  const ada = server.browser();
  await ask(ada);
  const verified = await ada.post("/api/auth/verify-code", { code: await server.codeFor(EMAIL) });
  const [mark] = verified.headers.getSetCookie().filter((cookie) => cookie.startsWith("shelv-known="));
  expect(mark).toMatch(/^shelv-known=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
});

test.each([
  ["codes-by-site", "2001:db8:77:1::1", "2001:db8:77:2::1", "2001:db8:77:200::1"],
  ["codes-by-block", "2001:db8:77:1::1", "2001:db8:77:200::1", "2001:db8:78:1::1"],
  ["codes-by-block", "203.0.113.1", "203.0.113.2", "203.0.114.1"],
] as const)(
  "Networks share the limit of %s: %s and %s, and %s has its own",
  async (limit, one, other, elsewhere) => {
    const server = await openTestServer();
    const { limits, addressSalt } = server.services;
    const width = limit === "codes-by-site" ? "site" : "block";
    await limits.takeMany(LIMITS[limit].points - 1, [limit, await hashedAddress(one, addressSalt, width)]);
    const statuses: number[] = [];
    for (const [at, address] of [one, other, elsewhere].entries())
      statuses.push((await ask(browserAt(server, address), `${at}@example.org`)).status);
    expect(statuses).toEqual([204, 429, 204]);
  },
);

test("A network has a limit of codes, for any addresses", async () => {
  const server = await openTestServer();
  const eve = server.browser();
  for (let sent = 0; sent < LIMITS["codes-by-network"].points; sent += 1)
    expect((await ask(eve, `${sent}@example.org`)).status).toBe(204);
  expect((await ask(eve, "another@example.org")).status).toBe(429);
});

test("A network with correct codes cannot create accounts without limit", async () => {
  const server = await openTestServer();
  const eve = server.browser();
  for (let made = 0; made < LIMITS["codes-by-network"].points; made += 1) {
    await ask(eve, `${made}@example.org`);
    expect(
      (await eve.post("/api/auth/verify-code", { code: await server.codeFor(`${made}@example.org`) })).status,
    ).toBe(200);
  }
  expect((await ask(eve, "another@example.org")).status).toBe(429);
}, 30_000);

test("Guessing over many attempts is limited, and correct codes in between do not count", async () => {
  const server = await openTestServer();
  const ada = server.browser();
  const tries = async (codes: number, guess: (code: string) => string) => {
    await ask(ada);
    server.wait(PAUSE_MS);
    const code = await server.codeFor(EMAIL);
    const statuses: number[] = [];
    for (let tried = 0; tried < codes; tried += 1)
      statuses.push((await ada.post("/api/auth/verify-code", { code: guess(code) })).status);
    return statuses;
  };
  expect(await tries(4, wrong)).toEqual([400, 400, 400, 400]);
  expect(await tries(1, (code) => code)).toEqual([200]);
  expect(await tries(4, wrong)).toEqual([400, 400, 400, 400]);
  expect(await tries(4, wrong)).toEqual([400, 400, 429, 429]);
  expect(await tries(1, (code) => code)).toEqual([429]);
});

const WITH_GOOGLE = {
  PUBLIC_URL: "http://localhost:3000",
  GOOGLE_CLIENT_ID: "shelv",
  GOOGLE_CLIENT_SECRET: "between us",
  GOOGLE_ISSUER: "http://127.0.0.1:1",
};
const RETURN = `/api/auth/callback/google?state=${secretsOf("token").state}`;

test.each([
  ["username-checks", "/api/check-username/ada", 200, 429],
  ["provider-starts", "/api/auth/social/google", "provider-unreachable", "too-many"],
  ["provider-returns", RETURN, "provider-expired", "too-many"],
] as const)("The networks of a site, and of a block, share the limit of %s", async (limit, path, ok, not) => {
  for (const width of ["site", "block"] as const) {
    const server = await openTestServer({ env: WITH_GOOGLE });
    const { limits, addressSalt } = server.services;
    const shared: LimitName = `${limit}-by-${width}`;
    const of = await hashedAddress("2001:db8:77:1::1", addressSalt, width);
    await limits.takeMany(LIMITS[shared].points - 1, [shared, of]);
    const answers = [];
    for (const address of ["2001:db8:77:2::1", "2001:db8:77:3::1", "2001:db8:78:1::1"]) {
      const browser = browserAt(server, address);
      browser.cookies.set("shelv-google", "token");
      const { status, headers } = await browser.get(path);
      answers.push(headers.get("Location")?.replace("/login?error=", "") ?? status);
    }
    expect(answers).toEqual([ok, not, ok]);
  }
});

test("Visitors whom another site sends to a sign-in take nothing from its limits", async () => {
  const server = await openTestServer({ env: WITH_GOOGLE });
  const sent = async (path: string, browser = browserAt(server, "203.0.113.1")) =>
    (await browser.get(path, { "Sec-Fetch-Site": "cross-site" })).headers.get("Location");
  const started = browserAt(server, "203.0.113.1");
  started.cookies.set("shelv-google", "token");
  expect([
    await sent("/api/auth/social/google"),
    await sent("/api/auth/callback/google?state=x"),
    await sent("/api/auth/callback/google?state=x", started),
  ]).toEqual(["wrong-origin", "provider-expired", "provider-expired"].map((code) => `/login?error=${code}`));
  const counts = server.services.db.reader.selectFrom("rate_limit").select("key");
  expect(await counts.execute()).toEqual([]);
});

test("Username checks are limited", async () => {
  const server = await openTestServer();
  const eve = server.browser();
  for (let asked = 0; asked < LIMITS["username-checks-by-network"].points; asked += 1)
    await eve.get("/api/check-username/somebody");
  expect((await eve.get("/api/check-username/somebody")).status).toBe(429);
  expect((await server.browser().get("/api/check-username/somebody")).status).toBe(200);
});

test("An account can try only a limited number of usernames one after another", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn(EMAIL, null);
  const choose = () => ada.post("/api/auth/complete-registration", { username: "login" });
  for (let tried = 0; tried < LIMITS["registrations-by-account"].points; tried += 1)
    expect((await choose()).status).toBe(409);
  expect((await choose()).status).toBe(429);
});

test("Counts contain neither IP nor email addresses", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn(EMAIL, "ada");
  await ask(ada);
  server.wait(SIGN_IN_CODE_VALID_MS);
  const rows = JSON.stringify(await server.services.db.reader.selectFrom("rate_limit").selectAll().execute());
  expect(rows).toContain("code-pause");
  expect(rows).not.toMatch(/example|2001|ada/);
});
