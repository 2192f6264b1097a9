import { expect, test } from "vitest";
import { sweepAccounts } from "#accounts/sweep-accounts";
import { LIMITS } from "#http/rate-limits/limits";
import { runAllSteps } from "#testing/run-all-steps";
import { openTestServer } from "#testing/open-test-server";
import { CERTIFICATES_RESERVED } from "./serve-tls-ask.ts";

const SITE = "https://shelv.example";

async function openWorld() {
  const server = await openTestServer({
    env: { PUBLIC_URL: SITE, PAGE_HOST: "pages.example", DNS_SERVERS: "127.0.0.1:9" },
  });
  await server.signedIn("ada@example.org", "Ada");
  const { id: userId } = await server.services.db.reader
    .selectFrom("user")
    .select("id")
    .executeTakeFirstOrThrow();
  const hold = (name: string, state: "waiting" | "verified" | "lost") =>
    server.services.db.writer
      .insertInto("domain")
      .values({
        user_id: userId,
        name,
        token: "",
        state,
        problem: null,
        added_at: 0,
        checked_at: 0,
        check_at: 0,
        verified_at: null,
        lost_at: null,
      })
      .execute();
  const ask = async (
    domain: string,
    { peer = "127.0.0.1", headers = {} }: { peer?: string; headers?: Record<string, string> } = {},
  ) => {
    const request = new Request(`${SITE}/internal/tls-ask?domain=${encodeURIComponent(domain)}`, {
      headers: { Host: "localhost:3000", ...headers },
    });
    return (await server.app.fetch(request, { incoming: { socket: { remoteAddress: peer } } })).status;
  };
  return { server, ask, hold };
}

test("An account gets certificates for a limited number of new names per hour, and known names renew freely", async () => {
  const { server, ask, hold } = await openWorld();
  const { points } = LIMITS["certificates-by-account"];
  for (let at = 0; at <= points; at += 1) await hold(`${at}.com`, "verified");
  for (let at = 0; at < points; at += 1) expect(await ask(`${at}.com`)).toBe(200);
  expect([await ask(`${points}.com`), await ask("0.com"), await ask("stranger.com")]).toEqual([
    429, 200, 404,
  ]);
  await server.signedIn("eve@example.org", "Eve");
  expect(await ask("eve.pages.example")).toBe(200);
  server.wait(60 * 60_000);
  expect(await ask(`${points}.com`)).toBe(200);
});

test("The hour's last certificates are for accounts without one in it", async () => {
  const { server, ask, hold } = await openWorld();
  await hold("a.com", "verified");
  await hold("b.com", "verified");
  expect(await ask("a.com")).toBe(200);
  const taken = LIMITS["certificates"].points - CERTIFICATES_RESERVED - 1;
  await server.services.limits.takeMany(taken, ["certificates", "all"]);
  await server.signedIn("eve@example.org", "Eve");
  expect([await ask("b.com"), await ask("eve.pages.example")]).toEqual([429, 200]);
});

test("All accounts together get certificates for a limited number of new names per hour", async () => {
  const { server, ask, hold } = await openWorld();
  await hold("a.com", "verified");
  await hold("b.com", "verified");
  expect(await ask("a.com")).toBe(200);
  await server.services.limits.takeMany(LIMITS["certificates"].points - 1, ["certificates", "all"]);
  expect([await ask("b.com"), await ask("a.com")]).toEqual([429, 200]);
});

test("A name is forgotten once no proxy has asked for it for longer than a certificate is valid", async () => {
  const { server, ask, hold } = await openWorld();
  await hold("a.com", "verified");
  const names = async () =>
    (await server.services.db.reader.selectFrom("certificate_name").select("name").execute()).map(
      ({ name }) => name,
    );
  const days = (count: number) => server.wait(count * 24 * 60 * 60_000);
  await ask("a.com");
  days(119);
  await ask("a.com");
  days(119);
  await runAllSteps(sweepAccounts(server.services, Infinity));
  expect(await names()).toEqual(["a.com"]);
  days(1);
  await runAllSteps(sweepAccounts(server.services, Infinity));
  expect(await names()).toEqual([]);
});

test("Certificates are allowed for verified domains and for pages below the page host, and for nothing else", async () => {
  const { ask, hold } = await openWorld();
  await hold("verified.com", "verified");
  await hold("waiting.com", "waiting");
  await hold("lost.com", "lost");
  expect([await ask("verified.com"), await ask("ada.pages.example")]).toEqual([200, 200]);
  for (const name of [
    "waiting.com",
    "lost.com",
    "stranger.com",
    "nobody.pages.example",
    "www.pages.example",
    "pages.example",
    "verified.com.",
    "VERIFIED.com",
    "a.verified.com",
    "",
  ]) {
    expect([name, await ask(name)]).toEqual([name, 404]);
  }
});

test.each<[string, { peer?: string; headers?: Record<string, string> }]>([
  ["comes from another machine", { peer: "203.0.113.9" }],
  ["was passed on by the proxy", { headers: { "X-Forwarded-For": "127.0.0.1" } }],
  ["was passed on by another proxy", { headers: { Forwarded: "for=127.0.0.1" } }],
  ["asks the app's public name", { headers: { Host: "shelv.example" } }],
])("A request that %s is not answered", async (_, sent) => {
  const { ask, hold } = await openWorld();
  await hold("verified.com", "verified");
  expect(await ask("verified.com", { peer: "::1" })).toBe(200);
  expect(await ask("verified.com", sent)).toBe(404);
});
