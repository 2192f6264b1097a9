import { SIGN_IN_CODE_VALID_MS } from "@shelv/contract/sign-in";
import { expect, test } from "vitest";
import { LIMITS } from "#http/limits";
import type { Browser } from "#testing/browser";
import { openTestServer, type TestServer } from "#testing/open-test-server";

const EMAIL = "ada@example.org";
const wrong = (code: string) => (code === "111111" ? "222222" : "111111");
const ask = (browser: Browser, email = EMAIL) => browser.post("/api/auth/send-code", { email });
const PAUSE_MS = LIMITS["code-pause"].perS * 1000;

/** Strangers in many networks ask until everyone together has used up what may go to an address. */
async function useUp(server: TestServer): Promise<void> {
  for (let sent = 0; sent < LIMITS["codes-to-address"].points; sent += 1) {
    expect((await ask(server.browser())).status).toBe(204);
  }
}

test("The next code for an address has a pause, and the answer says how long", async () => {
  const server = await openTestServer();
  const ada = server.browser();
  expect((await ask(ada)).status).toBe(204);
  server.wait(10_000);
  const refused = await ask(ada);
  expect([refused.status, refused.headers.get("Retry-After"), await refused.json()]).toEqual([
    429, "20", { code: "too-many", message: "That was too often. Please try again in 20 seconds" },
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

test("Where the mail could not be sent, nothing is counted and no attempt is left", async () => {
  const server = await openTestServer({ env: { SMTP_URL: "smtp://127.0.0.1:1" } });
  const ada = server.browser();
  expect([(await ask(ada)).status, (await ask(ada)).status]).toEqual([503, 503]);
  expect(await server.services.db.reader.selectFrom("sign_in_attempt").selectAll().execute()).toEqual([]);
});

test("One stranger cannot keep an address from getting its code", async () => {
  const server = await openTestServer();
  const eve = server.browser();
  let sent = 0;
  while ((await ask(eve)).status === 204) {
    sent += 1;
    server.wait(PAUSE_MS);
  }
  expect(sent).toBe(LIMITS["codes-by-network-to-address"].points);
  expect((await ask(server.browser())).status).toBe(204);
});

test("Many strangers together are stopped for ten minutes, but a browser that was signed in to the address is not", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn(EMAIL, "ada");
  await ada.post("/api/auth/logout");
  await useUp(server);
  expect((await ask(server.browser())).headers.get("Retry-After")).toBe("600");
  expect((await ask(ada)).status).toBe(204);
  expect((await ada.post("/api/auth/verify-code", { code: await server.codeFor(EMAIL) })).status).toBe(200);
  server.wait(LIMITS["codes-to-address"].perS * 1000);
  expect((await ask(server.browser())).status).toBe(204);
});

test("Having been signed in to one address helps with no other, and the mark cannot be made up", async () => {
  const server = await openTestServer();
  const eve = await server.signedIn("eve@example.org", "eve");
  await useUp(server);
  expect((await ask(eve)).status).toBe(429);
  const forger = server.browser();
  forger.cookies.set("shelv-known", "x".repeat(43));
  expect((await ask(forger)).status).toBe(429);
});

test("The mark of a known browser is out of reach of scripts, and does not hold the address", async () => {
  const server = await openTestServer();
  const ada = server.browser();
  await ask(ada);
  const verified = await ada.post("/api/auth/verify-code", { code: await server.codeFor(EMAIL) });
  const [mark] = verified.headers.getSetCookie().filter((cookie) => cookie.startsWith("shelv-known="));
  expect(mark).toMatch(/^shelv-known=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
});

test("A network may ask for so many codes, whatever the addresses", async () => {
  const server = await openTestServer();
  const eve = server.browser();
  for (let sent = 0; sent < LIMITS["codes-by-network"].points; sent += 1) expect((await ask(eve, `${sent}@example.org`)).status).toBe(204);
  expect((await ask(eve, "another@example.org")).status).toBe(429);
});

test("A network that keeps bringing right codes cannot make accounts without end", async () => {
  const server = await openTestServer();
  const eve = server.browser();
  for (let made = 0; made < LIMITS["codes-by-network"].points; made += 1) {
    await ask(eve, `${made}@example.org`);
    expect((await eve.post("/api/auth/verify-code", { code: await server.codeFor(`${made}@example.org`) })).status).toBe(200);
  }
  expect((await ask(eve, "another@example.org")).status).toBe(429);
});

test("Guessing goes on over many attempts only so far, and what was right in between does not count", async () => {
  const server = await openTestServer();
  const ada = server.browser();
  const tries = async (codes: number, guess: (code: string) => string) => {
    await ask(ada);
    server.wait(PAUSE_MS);
    const code = await server.codeFor(EMAIL);
    const statuses: number[] = [];
    for (let tried = 0; tried < codes; tried += 1) statuses.push((await ada.post("/api/auth/verify-code", { code: guess(code) })).status);
    return statuses;
  };
  expect(await tries(4, wrong)).toEqual([400, 400, 400, 400]);
  expect(await tries(1, (code) => code)).toEqual([200]);
  expect(await tries(4, wrong)).toEqual([400, 400, 400, 400]);
  expect(await tries(4, wrong)).toEqual([400, 400, 429, 429]);
  expect(await tries(1, (code) => code)).toEqual([429]);
});

test("Usernames can be asked for only so often", async () => {
  const server = await openTestServer();
  const eve = server.browser();
  for (let asked = 0; asked < LIMITS["username-checks-by-network"].points; asked += 1) await eve.get("/api/check-username/somebody");
  expect((await eve.get("/api/check-username/somebody")).status).toBe(429);
  expect((await server.browser().get("/api/check-username/somebody")).status).toBe(200);
});

test("An account tries only so many usernames in a row", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn(EMAIL, null);
  const choose = () => ada.post("/api/auth/complete-registration", { username: "login" });
  for (let tried = 0; tried < LIMITS["registrations-by-account"].points; tried += 1) expect((await choose()).status).toBe(409);
  expect((await choose()).status).toBe(429);
});

test("What is counted is kept without addresses of either kind", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn(EMAIL, "ada");
  await ask(ada);
  server.wait(SIGN_IN_CODE_VALID_MS);
  const rows = JSON.stringify(await server.services.db.reader.selectFrom("rate_limit").selectAll().execute());
  expect(rows).toContain("code-pause");
  expect(rows).not.toMatch(/example|2001|ada/);
});
