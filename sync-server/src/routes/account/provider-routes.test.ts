import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { jwtVerify } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { PROVIDER_ATTEMPT_VALID_MS, PROVIDER_ATTEMPTS_MAX } from "#sign-in/provider-attempts";
import { sweepSignIn } from "#sign-in/sign-in";
import { runAllSteps } from "#testing/run-all-steps";
import type { Browser } from "#testing/browser";
import { openTestProvider, type Returned, type TestProvider } from "#testing/open-test-provider";
import { openTestServer, type TestServer } from "#testing/open-test-server";

const SITE = "https://shelv.example";
const EMAIL = "ada@example.org";
const APPLE_KEY = generateKeyPairSync("ec", { namedCurve: "P-256" });
const APPLE = {
  APPLE_CLIENT_ID: "example.shelv.web",
  APPLE_TEAM_ID: "TEAM",
  APPLE_KEY_ID: "KEY",
  APPLE_PRIVATE_KEY: APPLE_KEY.privateKey
    .export({ type: "pkcs8", format: "pem" })
    .toString()
    .replaceAll("\n", "\\n"),
};

async function withGoogle(): Promise<{ google: TestProvider; server: TestServer }> {
  const google = await openTestProvider({
    clientId: "shelv",
    secret: "between us",
    redirectUri: `${SITE}/api/auth/callback/google`,
  });
  const env = {
    PUBLIC_URL: SITE,
    GOOGLE_CLIENT_ID: "shelv",
    GOOGLE_CLIENT_SECRET: "between us",
    GOOGLE_ISSUER: google.issuer,
  };
  return { google, server: await openTestServer({ env }) };
}

async function withApple(): Promise<{ apple: TestProvider; server: TestServer; secrets: string[] }> {
  const apple = await openTestProvider({
    clientId: APPLE.APPLE_CLIENT_ID,
    secret: "never sent",
    redirectUri: `${SITE}/api/auth/callback/apple`,
  });
  const secrets: string[] = [];
  apple.acceptSecret(async (secret) => {
    secrets.push(secret);
    await jwtVerify(secret, createPublicKey(APPLE_KEY.publicKey.export({ type: "spki", format: "pem" })), {
      issuer: "TEAM",
      subject: APPLE.APPLE_CLIENT_ID,
      audience: apple.issuer,
      algorithms: ["ES256"],
    });
    return true;
  });
  return {
    apple,
    secrets,
    server: await openTestServer({ env: { PUBLIC_URL: SITE, ...APPLE, APPLE_ISSUER: apple.issuer } }),
  };
}

const start = async (browser: Browser, provider: string, search = "") =>
  (await browser.get(`/api/auth/social/${provider}${search}`)).headers.get("Location") ?? "";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
function bring(
  browser: Browser,
  { method, address, fields }: Returned,
  headers: Record<string, string> = {},
): Promise<Response> {
  const path = address.pathname + address.search;
  if (method === "GET") return browser.get(path, headers);
  const kept = [...browser.cookies]
    .filter(([name]) => name.endsWith("-apple"))
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
  return browser.send("POST", path, {
    body: new URLSearchParams(fields).toString(),
    headers: { ...FORM, Origin: "https://appleid.apple.com", Cookie: kept, ...headers },
  });
}

async function signIn(
  browser: Browser,
  at: TestProvider,
  provider: "google" | "apple",
  who = "ada-there",
): Promise<string> {
  const back = await bring(browser, await at.signInAs(who, await start(browser, provider)));
  expect(back.status).toBe(303);
  return back.headers.get("Location") ?? "";
}

const me = async (browser: Browser) => (await browser.get("/api/auth/me")).json();

test("The web app gets the list of configured providers", async () => {
  expect(await (await (await openTestServer()).browser().get("/api/auth/providers")).json()).toEqual({
    google: false,
    apple: false,
  });
  expect(await (await (await withGoogle()).server.browser().get("/api/auth/providers")).json()).toEqual({
    google: true,
    apple: false,
  });
});

test("Google signs in a new user, who continues to choose a username", async () => {
  const { google, server } = await withGoogle();
  google.people.set("ada-there", { email: "Ada@Example.org", email_verified: true });
  const ada = server.browser();
  expect(await signIn(ada, google, "google")).toBe("/login?step=signed-in");
  expect(await me(ada)).toMatchObject({ username: null });
  expect((await ada.get("/api/shelves")).status).toBe(403);
  expect((await ada.post("/api/auth/complete-registration", { username: "ada" })).status).toBe(200);
  expect((await ada.get("/api/shelves")).status).toBe(200);
});

test("Apple returns with a form posted from its own site, and our secret is signed with our key each time", async () => {
  const { apple, server, secrets } = await withApple();
  apple.people.set("ada-there", { email: EMAIL, email_verified: "true" });
  const ada = server.browser();
  expect(await signIn(ada, apple, "apple")).toBe("/login?step=signed-in");
  expect(await me(ada)).toMatchObject({ username: null });
  expect(secrets).toHaveLength(1);
});

test("A confirmed address leads to its account, and later the identity does, whatever its address", async () => {
  const { google, server } = await withGoogle();
  const known = await me(await server.signedIn(EMAIL, "ada"));
  google.people.set("ada-there", { email: EMAIL, email_verified: true });
  const [first, second] = [server.browser(), server.browser()];
  await signIn(first, google, "google");
  expect(await me(first)).toEqual(known);
  google.people.set("ada-there", { email: "countess@example.org", email_verified: false });
  expect(await signIn(second, google, "google")).toBe("/login?step=signed-in");
  expect(await me(second)).toEqual(known);
});

test.each<[what: string, claims: object]>([
  ["that is not confirmed", { email: EMAIL, email_verified: false }],
  ["about which nothing is said", { email: EMAIL }],
  ["that is missing", { email_verified: true }],
  ["that is none", { email: "ada", email_verified: true }],
])("An address %s opens no account and creates none", async (_, claims) => {
  const { google, server } = await withGoogle();
  await server.signedIn(EMAIL, "ada");
  google.people.set("eve-there", claims);
  const eve = server.browser();
  expect(await signIn(eve, google, "google", "eve-there")).toBe("/login?error=provider-email");
  expect((await eve.get("/api/auth/me")).status).toBe(401);
  const { db } = server.services;
  expect([
    await db.reader.selectFrom("user").select("email").execute(),
    await db.reader.selectFrom("identity").selectAll().execute(),
  ]).toEqual([[{ email: EMAIL }], []]);
});

test("The browser's former session ends, although the form from another site comes without its cookie", async () => {
  const { apple, server } = await withApple();
  apple.people.set("ada-there", { email: EMAIL, email_verified: true });
  const browser = await server.signedIn("eve@example.org", "eve");
  const earlier = browser.cookies.get("__Host-shelv-session") ?? "";
  await signIn(browser, apple, "apple");
  expect(await me(browser)).toMatchObject({ username: null });
  expect(
    (await server.browser().get("/api/auth/me", { Cookie: `__Host-shelv-session=${earlier}` })).status,
  ).toBe(401);
});

test("The target before sign-in returns with the owner, and only ever leads to /login", async () => {
  const { google, server } = await withGoogle();
  google.people.set("ada-there", { email: EMAIL, email_verified: true });
  const ada = server.browser();
  const there = await start(ada, "google", "?next=https%3A%2F%2Fevil.example%2F&username=ada");
  const back = await bring(ada, await google.signInAs("ada-there", there));
  expect(back.headers.get("Location")).toBe(
    "/login?step=signed-in&next=https%3A%2F%2Fevil.example%2F&username=ada",
  );
});

test("The redirect has state, nonce and a PKCE challenge, new each time, and requests only the address", async () => {
  const { google, server } = await withGoogle();
  const ada = server.browser();
  const [one, other] = [
    new URL(await start(ada, "google")).searchParams,
    new URL(await start(ada, "google")).searchParams,
  ];
  for (const name of ["state", "nonce", "code_challenge"]) {
    expect(one.get(name)).toMatch(/^[\w-]{43}$/);
    expect(one.get(name)).not.toBe(other.get(name));
  }
  expect([one.get("scope"), one.get("code_challenge_method"), one.get("redirect_uri")]).toEqual([
    "openid email",
    "S256",
    `${SITE}/api/auth/callback/google`,
  ]);
  expect(google.issuer).toBe(new URL(await start(ada, "google")).origin);
});

test("Cookies for the redirect last ten minutes; only Apple's is sent with another site's form", async () => {
  const cookieOf = async (server: TestServer, provider: string) =>
    (await server.browser().get(`/api/auth/social/${provider}`)).headers.getSetCookie();
  expect(await cookieOf((await withGoogle()).server, "google")).toEqual([
    expect.stringMatching(
      /^__Host-shelv-google=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ]);
  expect(await cookieOf((await withApple()).server, "apple")).toEqual([
    expect.stringMatching(
      /^__Host-shelv-apple=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=None$/,
    ),
  ]);
});

test("A return works once, in the browser that started it, within ten minutes", async () => {
  const { google, server } = await withGoogle();
  google.people.set("ada-there", { email: EMAIL, email_verified: true });
  const [ada, eve] = [server.browser(), server.browser()];
  const returned = await google.signInAs("ada-there", await start(ada, "google"));
  const failed = "/login?error=provider-expired";
  expect((await bring(eve, returned)).headers.get("Location")).toBe(failed);
  await start(eve, "google");
  expect((await bring(eve, returned)).headers.get("Location")).toBe(failed);
  const cookies = new Map(ada.cookies);
  expect((await bring(ada, returned)).headers.get("Location")).toBe("/login?step=signed-in");
  for (const [name, value] of cookies) ada.cookies.set(name, value);
  expect((await bring(ada, returned)).headers.get("Location")).toBe(failed);

  const late = await google.signInAs("ada-there", await start(ada, "google"));
  server.wait(PROVIDER_ATTEMPT_VALID_MS);
  expect((await bring(ada, late)).headers.get("Location")).toBe(failed);
});

test("A stolen code is rejected without this browser's verifier and nonce", async () => {
  const { google, server } = await withGoogle();
  google.people.set("ada-there", { email: EMAIL, email_verified: true });
  const [ada, eve] = [server.browser(), server.browser()];
  const stolen = await google.signInAs("ada-there", await start(ada, "google"));
  const own = await google.signInAs("ada-there", await start(eve, "google"));
  own.address.searchParams.set("code", stolen.address.searchParams.get("code") ?? "");
  expect((await bring(eve, own)).headers.get("Location")).toBe("/login?error=provider-refused");
  expect((await eve.get("/api/auth/me")).status).toBe(401);
});

test("A user who declines at the provider learns that sign-in was not completed", async () => {
  const { google, server } = await withGoogle();
  const ada = server.browser();
  const state = new URL(await start(ada, "google", "?next=%2Fshelves")).searchParams.get("state") ?? "";
  const back = await ada.get(
    `/api/auth/callback/google?error=access_denied&state=${state}&iss=${encodeURIComponent(google.issuer)}`,
  );
  expect(back.headers.get("Location")).toBe("/login?error=provider-refused&next=%2Fshelves");
  expect(server.printed).toEqual([]);
});

test("A provider that is down is reported, and tried again the next time", async () => {
  const client = { clientId: "shelv", secret: "s", redirectUri: `${SITE}/api/auth/callback/google` };
  const down = await openTestProvider(client);
  await down.close();
  const env = {
    PUBLIC_URL: SITE,
    GOOGLE_CLIENT_ID: "shelv",
    GOOGLE_CLIENT_SECRET: "s",
    GOOGLE_ISSUER: down.issuer,
  };
  const server = await openTestServer({ env });
  const ada = server.browser();
  expect(await start(ada, "google")).toBe("/login?error=provider-unreachable");
  expect(server.printed.join()).toContain("ECONNREFUSED");

  const up = await openTestProvider(client, Number(new URL(down.issuer).port));
  up.people.set("ada-there", { email: EMAIL, email_verified: true });
  expect(await signIn(ada, up, "google")).toBe("/login?step=signed-in");
});

test("A provider whose metadata has no end is given up early, and the log has one line of it", async () => {
  let sent = 0;
  const endless = createServer((_, response) => {
    const write = () => {
      while (!response.destroyed && response.write(" ".repeat(64_000))) sent += 64_000;
    };
    response.on("drain", write);
    write();
  });
  await new Promise<void>((resolve) => endless.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => endless.close().closeAllConnections());
  const env = {
    PUBLIC_URL: SITE,
    GOOGLE_CLIENT_ID: "shelv",
    GOOGLE_CLIENT_SECRET: "s",
    GOOGLE_ISSUER: `http://127.0.0.1:${(endless.address() as AddressInfo).port}`,
  };
  const server = await openTestServer({ env });
  for (let started = 0; started < 3; started += 1)
    expect(await start(server.browser(), "google")).toBe("/login?error=provider-unreachable");
  expect(server.printed.map((line) => (JSON.parse(line) as { alarm?: string }).alarm)).toEqual([
    "sign-in-google",
  ]);
  expect(sent).toBeLessThan(100_000_000);
});

test("A code that the provider rejects is not in the log, and wrong keys of the server are a line a minute", async () => {
  const { google, server } = await withGoogle();
  const eve = server.browser();
  for (let brought = 0; brought < 3; brought += 1) {
    const state = new URL(await start(eve, "google")).searchParams.get("state") ?? "";
    const search = new URLSearchParams({ code: "made-up", state, iss: google.issuer });
    const back = await eve.get(`/api/auth/callback/google?${search.toString()}`);
    expect(back.headers.get("Location")).toBe("/login?error=provider-refused");
  }
  expect(server.printed).toEqual([]);

  google.people.set("ada-there", { email: EMAIL, email_verified: true });
  google.acceptSecret(async () => false);
  for (let tried = 0; tried < 3; tried += 1)
    expect(await signIn(server.browser(), google, "google")).toBe("/login?error=provider-refused");
  const lines = server.printed.map((line) => JSON.parse(line) as { message: string });
  expect(lines.map((line) => Object.keys(line))).toEqual([["time", "alarm", "message"]]);
  expect(lines[0]?.message).toContain("Signing in with google fails: invalid_client");
  expect(lines[0]?.message).not.toContain("[object Object]");
});

test("What one provider returns does not sign in at another's address", async () => {
  const google = await openTestProvider({
    clientId: "shelv",
    secret: "between us",
    redirectUri: `${SITE}/api/auth/callback/google`,
  });
  google.people.set("ada-there", { email: EMAIL, email_verified: true });
  const ofGoogle = {
    GOOGLE_CLIENT_ID: "shelv",
    GOOGLE_CLIENT_SECRET: "between us",
    GOOGLE_ISSUER: google.issuer,
  };
  const env = { PUBLIC_URL: SITE, ...ofGoogle, ...APPLE, APPLE_ISSUER: google.issuer };
  const eve = (await openTestServer({ env })).browser();
  const returned = await google.signInAs("ada-there", await start(eve, "google"));
  eve.cookies.set("__Host-shelv-apple", eve.cookies.get("__Host-shelv-google") ?? "");
  returned.address.pathname = "/api/auth/callback/apple";
  expect((await bring(eve, returned)).headers.get("Location")).toBe("/login?error=provider-expired");
});

test("A provider that goes down during sign-in is reported", async () => {
  const { google, server } = await withGoogle();
  google.people.set("ada-there", { email: EMAIL, email_verified: true });
  const ada = server.browser();
  const returned = await google.signInAs("ada-there", await start(ada, "google", "?next=%2Fitems"));
  await google.close();
  expect((await bring(ada, returned)).headers.get("Location")).toBe(
    "/login?error=provider-unreachable&next=%2Fitems",
  );
  expect((await ada.get("/api/auth/me")).status).toBe(401);
});

test("An unconfigured or unknown provider leads nowhere", async () => {
  const browser = (await openTestServer()).browser();
  expect(await start(browser, "google")).toBe("/login?error=provider-off");
  expect((await browser.get("/api/auth/callback/apple?state=x")).headers.get("Location")).toBe(
    "/login?error=provider-off",
  );
  expect((await browser.get("/api/auth/social/myspace")).status).toBe(400);
});

test("Another site cannot start a sign-in for its visitors", async () => {
  const { server } = await withGoogle();
  const sent = await server.browser().get("/api/auth/social/google", { "Sec-Fetch-Site": "cross-site" });
  expect([sent.headers.get("Location"), sent.headers.getSetCookie()]).toEqual([
    "/login?error=wrong-origin",
    [],
  ]);
});

test("Sign-ins that many networks start replace the oldest ones, and the newest goes on", async () => {
  const { google, server } = await withGoogle();
  google.people.set("ada-there", { email: EMAIL, email_verified: true });
  const { db, now } = server.services;
  const [first, ada] = [server.browser(), server.browser()];
  const firsts = await google.signInAs("ada-there", await start(first, "google"));
  const atMs = now().getTime() + PROVIDER_ATTEMPT_VALID_MS + 1;
  for (let filled = 0; filled < PROVIDER_ATTEMPTS_MAX - 1; filled += 1000) {
    const count = Math.min(1000, PROVIDER_ATTEMPTS_MAX - 1 - filled);
    const rows = Array.from({ length: count }, (_, at) => ({
      token_hash: String(filled + at),
      provider: "google",
      session_hash: null,
      next: null,
      username: null,
      expires_at: atMs,
    }));
    await db.writer.insertInto("provider_attempt").values(rows).execute();
  }
  server.wait(2);
  const adas = await google.signInAs("ada-there", await start(ada, "google"));
  const { rows } = await db.reader
    .selectFrom("provider_attempt")
    .select((eb) => eb.fn.countAll().as("rows"))
    .executeTakeFirstOrThrow();
  expect(Number(rows)).toBe(PROVIDER_ATTEMPTS_MAX);
  expect((await bring(first, firsts)).headers.get("Location")).toBe("/login?error=provider-expired");
  expect((await bring(ada, adas)).headers.get("Location")).toBe("/login?step=signed-in");
});

test("Stored data cannot complete a sign-in, and expired attempts are swept", async () => {
  const { server } = await withGoogle();
  const ada = server.browser();
  const { searchParams } = new URL(await start(ada, "google"));
  const rows = () => server.services.db.reader.selectFrom("provider_attempt").selectAll().execute();
  const stored = JSON.stringify(await rows());
  for (const secret of [
    ada.cookies.get("__Host-shelv-google"),
    searchParams.get("state"),
    searchParams.get("nonce"),
  ])
    expect(stored).not.toContain(secret);
  server.wait(PROVIDER_ATTEMPT_VALID_MS);
  await runAllSteps(sweepSignIn(server.services, Infinity));
  expect(await rows()).toEqual([]);
});
