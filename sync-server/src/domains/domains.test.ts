import { expect, test } from "vitest";
import { openNameServer, type Zone } from "#testing/name-server";
import { openTestServer } from "#testing/open-test-server";
import type { Browser } from "#testing/browser";
import { checkDueDomains } from "./domain-clock.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NAME = "www.ada.com";
const SITE = "https://shelv.example";

type Domain = { name: string; state: string; problem: { code: string; found?: string[] } | null; records: { type: string; name: string; value: string }[]; releasedAt: string | null };

async function openWorld(zone: Zone = {}) {
  const dns = await openNameServer({ "shelv.example": { A: ["192.0.2.1"], AAAA: ["2001:db8::1"] }, ...zone });
  const server = await openTestServer({ env: { PUBLIC_URL: SITE, PAGE_HOST: "pages.example", DNS_SERVERS: dns.address } });
  dns.zone["pages.example"] = { A: ["192.0.2.1"], AAAA: ["2001:db8::1"] };
  const { names } = server.services;
  if (!names) throw new Error("No names");
  const look = () => checkDueDomains({ ...server.services, names });
  const owner = async (name: string) => {
    const browser = await server.signedIn(`${name.toLowerCase()}@example.org`, name);
    await browser.put("/api/user/plan", { plan: "premium" });
    return browser;
  };
  const pageAt = async (host: string, path = "/", init: RequestInit = {}) =>
    server.app.request(path, { ...init, headers: { Host: host, ...(init.headers as Record<string, string>) } });
  return { server, zone: dns.zone, look, owner, pageAt };
}

const listed = async (browser: Browser): Promise<Domain[]> => ((await (await browser.get("/api/domains")).json()) as { domains: Domain[] }).domains;
const add = async (browser: Browser, name = NAME): Promise<Domain> => {
  const answer = await browser.post("/api/domains", { name });
  const { domains } = (await answer.json()) as { domains: Domain[] };
  return domains.find((domain) => domain.name === name) as Domain;
};
const tokenOf = ({ records }: Domain) => records.find(({ type }) => type === "TXT")?.value ?? "";

test("A domain comes in as its records do, shows the page, and is its one address", async () => {
  const { owner, zone, look, pageAt, server } = await openWorld();
  const ada = await owner("Ada");
  const added = await add(ada);
  expect(added).toMatchObject({ state: "waiting", problem: { code: "no-token" } });
  expect(added.records).toEqual([
    { type: "TXT", name: `_shelv.${NAME}`, value: expect.stringMatching(/^shelv-domain=[\da-f]{32}$/) as string },
    { type: "CNAME", name: NAME, value: "pages.example" },
  ]);
  expect((await pageAt(NAME)).status).toBe(421);

  zone[`_shelv.${NAME}`] = { TXT: [tokenOf(added)] };
  expect(await add(ada)).toMatchObject({ state: "found", problem: { code: "no-address" } });
  zone[NAME] = { CNAME: "elsewhere.example" };
  expect(await add(ada)).toMatchObject({ state: "found", problem: { code: "wrong-address", found: ["elsewhere.example"] } });

  zone[NAME] = { CNAME: "pages.example" };
  server.wait(10 * MINUTE_MS);
  await look();
  expect(await listed(ada)).toMatchObject([{ state: "verified", problem: null }]);
  const page = await (await pageAt(NAME)).text();
  expect(page).toContain(`<link rel="canonical" href="https://${NAME}/"`);
  for (const [host, path] of [["shelv.example", "/Ada"], ["ada.pages.example", "/"]] as const) expect(await (await pageAt(host, path)).text()).toBe(page);
});

test("A resolver that fails is not a 'no': what is verified stays so, what waits goes on waiting", async () => {
  const { owner, zone, look, server } = await openWorld();
  const ada = await owner("Ada");
  const token = tokenOf(await add(ada));
  zone[NAME] = { CNAME: "pages.example" };
  zone[`_shelv.${NAME}`] = { TXT: [token] };
  expect((await add(ada)).state).toBe("verified");
  zone[`_shelv.${NAME}`] = "broken";
  server.wait(3 * DAY_MS);
  await look();
  expect(await listed(ada)).toMatchObject([{ state: "verified" }]);
});

test("A lost domain shows its page for 48 hours more, and is then released", async () => {
  const { owner, zone, look, server, pageAt } = await openWorld();
  const ada = await owner("Ada");
  const token = tokenOf(await add(ada));
  zone[NAME] = { CNAME: "pages.example" };
  zone[`_shelv.${NAME}`] = { TXT: [token] };
  await add(ada);
  delete zone[`_shelv.${NAME}`];
  server.wait(6 * HOUR_MS - 1);
  await look();
  expect(await listed(ada)).toMatchObject([{ state: "verified" }]);
  server.wait(1);
  await look();
  expect(await listed(ada)).toMatchObject([{ state: "lost", problem: { code: "no-token" }, releasedAt: expect.stringMatching(/^2026-03-03T18:00/) as string }]);
  expect((await pageAt(NAME)).status).toBe(200);
  expect(await (await pageAt("shelv.example", "/Ada")).text()).toContain(`rel="canonical" href="${SITE}/Ada"`);
  server.wait(48 * HOUR_MS);
  await look();
  expect(await listed(ada)).toEqual([]);
  expect((await pageAt(NAME)).status).toBe(421);
});

test("With the trial its domains end", async () => {
  const { owner, zone, look, server, pageAt } = await openWorld();
  const ada = await owner("Ada");
  const token = tokenOf(await add(ada));
  zone[NAME] = { CNAME: "pages.example" };
  zone[`_shelv.${NAME}`] = { TXT: [token] };
  await add(ada);
  server.wait(14 * DAY_MS);
  await look();
  expect([(await pageAt(NAME)).status, await listed(ada)]).toEqual([421, []]);
  expect(await (await ada.post("/api/domains", { name: NAME })).json()).toMatchObject({ code: "domain-needs-premium" });
});

test("Of two accounts the token decides: who has it holds the name, and loses it with it", async () => {
  const { owner, zone, pageAt } = await openWorld({ [NAME]: { CNAME: "pages.example" } });
  const [ada, bob] = [await owner("Ada"), await owner("Bob")];
  const [adas, bobs] = [tokenOf(await add(ada)), tokenOf(await add(bob))];
  expect(adas).not.toBe(bobs);
  zone[`_shelv.${NAME}`] = { TXT: [adas] };
  expect([(await add(ada)).state, (await add(bob)).problem]).toEqual(["verified", { code: "wrong-token", found: [adas] }]);
  zone[`_shelv.${NAME}`] = { TXT: [adas, bobs] };
  expect(await add(bob)).toMatchObject({ state: "found", problem: { code: "taken" } });
  expect(await (await pageAt(NAME)).text()).toContain("@Ada");
  zone[`_shelv.${NAME}`] = { TXT: [bobs] };
  expect((await add(bob)).state).toBe("verified");
  expect(await listed(ada)).toMatchObject([{ state: "waiting", problem: { code: "wrong-token" } }]);
  expect(await (await pageAt(NAME)).text()).toContain("@Bob");
});

test("The name of a page answers the page, what it shows and the count of its views; it sets no cookie and knows none", async () => {
  const { owner, pageAt } = await openWorld();
  const ada = await owner("Ada");
  const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const host = "ada.pages.example";
  const headers = { Cookie: `${cookie}; __Host-shelv-leaving=1`, Origin: `https://${host}` };
  for (const [method, path, status] of [
    ["GET", "/", 200], ["POST", "/api/analytics/track", 204], ["GET", "/Ada", 404], ["GET", "/dashboard", 404], ["GET", "/login", 404],
    ["GET", "/api/user/plan", 404], ["POST", "/api/shelves", 404], ["DELETE", "/api/user", 404], ["POST", "/share", 404],
    ["GET", "/service-worker.js", 404], ["GET", "/internal/tls-ask", 404],
  ] as const) {
    const body = method === "POST" ? { body: JSON.stringify({ username: "Ada", eventType: "view" }) } : {};
    const answer = await pageAt(host, path, { method, headers, ...body });
    expect([method, path, answer.status, answer.headers.getSetCookie()]).toEqual([method, path, status, []]);
  }
  expect((await ada.get("/api/user/plan")).status).toBe(200);
  expect((await pageAt("nobody.pages.example")).status).toBe(404);
});
