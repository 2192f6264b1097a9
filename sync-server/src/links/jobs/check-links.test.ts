import { type LinkState, SILENCED_FOR_MS } from "@shelv/contract/rows/item";
import { Refusal } from "@shelv/contract/refusal";
import { expect, onTestFinished, test } from "vitest";
import { readItems } from "#database/rows/read-owner";
import { serve } from "#links/details/testing/serve-pages";
import { html, jsonLd } from "#links/details/testing/test-page";
import { Outbound } from "#outbound/outbound";
import { AllowedInside } from "#outbound/allowed-inside";
import { ClaimTurns } from "#jobs/claim-turns";
import { applyAtOnce } from "#shelves/mutate/apply-mutations";
import { mutation } from "#shelves/mutate/mutation";
import { openTestServer } from "#testing/open-test-server";
import { checkDueLinks } from "./check-links.ts";
import { HostPoliteness } from "./host-politeness.ts";
import { afterCheck } from "./next-check.ts";

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

type Site = Record<string, number | string>;

async function world(answers: Site) {
  const asked: string[] = [];
  const languages = new Set<string | undefined>();
  const site = await serve(({ method, url = "/", headers }, response) => {
    asked.push(`${method} ${headers.host?.split(":")[0]}${url}`);
    languages.add(headers["accept-language"]);
    const answer = answers[`${headers.host?.split(":")[0]}${url}`] ?? answers[url] ?? 404;
    const isPage = typeof answer === "string";
    response.writeHead(isPage ? 200 : answer, {
      "content-type": url === "/robots.txt" ? "text/plain" : "text/html",
    });
    response.end(method === "HEAD" ? undefined : isPage ? answer : "");
  });
  onTestFinished(site.stop);
  const { port } = new URL(site.origin);
  const server = await openTestServer({ env: { PLAN_LIMITS: "off" } });
  const outbound = new Outbound({
    settings: { isOn: true, allowed: new AllowedInside([site.allow]), proxy: null },
    dnsServers: null,
    publicUrl: null,
    lookUp: async (host) => (host.startsWith("unknown") ? [] : ["127.0.0.1"]),
  });
  onTestFinished(() => outbound.close());
  const browser = await server.signedIn("ada@example.org", "ada");
  const { id: shelfId } = (await (await browser.post("/api/shelves", { name: "Links" })).json()) as {
    id: string;
  };
  const { id: userId } = (await (await browser.get("/api/auth/me")).json()) as { id: string };
  const politeness = new HostPoliteness(outbound, server.services.pageReader);
  const deps = { ...server.services, outbound, politeness, turns: new ClaimTurns() };
  const round = async () => {
    for await (const _ of checkDueLinks(deps));
  };
  const after = async (ms: number) => {
    const until = server.services.now().getTime() + ms;
    for (let now = 0; now < until; now = server.services.now().getTime()) {
      server.wait(Math.min(HOUR_MS, until - server.services.now().getTime()));
      await round();
    }
  };
  type Named = Record<string, string>;
  const add = async (host: string, path: string, fields: Named = {}, headers: Named = {}) => {
    const url = `http://${host}:${port}${path}`;
    const item = { title: path, url, ...fields };
    const made = await browser.form("POST", `/api/shelves/${shelfId}/items`, item, headers);
    return ((await made.json()) as { id: string }).id;
  };
  const read = async (id: string) =>
    (await readItems(server.services.db.reader, userId)).find((item) => item.id === id);
  const stateOf = async (id: string): Promise<LinkState | undefined> => (await read(id))?.linkState;
  return {
    server,
    browser,
    userId,
    asked,
    languages,
    answers,
    add,
    read,
    stateOf,
    round,
    after,
    port,
    outbound,
  };
}

const PRODUCT = (availability: string) =>
  html(
    jsonLd({ "@type": "Product", name: "Mug", offers: { price: "8", priceCurrency: "USD", availability } }),
  );

test("A link that works is ok, and is checked about once per week", async () => {
  const { asked, add, read, stateOf, after } = await world({ "/fine": 200 });
  const id = await add("a.example", "/fine");
  expect(await stateOf(id)).toBe("unchecked");
  await after(30 * DAY_MS);
  expect(await stateOf(id)).toBe("ok");
  expect((await read(id))?.checkedAt).not.toBeNull();
  const checks = asked.filter((line) => line === "HEAD a.example/fine").length;
  expect(checks).toBeGreaterThanOrEqual(4);
  expect(checks).toBeLessThanOrEqual(6);
});

test.each([404, 410])(
  "A link that answers %d is gone after three checks over at least two days, and back at once",
  async (status) => {
    const { answers, add, stateOf, after } = await world({ "/shop": status });
    const id = await add("a.example", "/shop");
    await after(26 * HOUR_MS);
    expect(await stateOf(id)).toBe("unchecked");
    await after(6 * DAY_MS);
    expect(await stateOf(id)).toBe("gone");
    answers["/shop"] = 200;
    await after(9 * DAY_MS);
    expect(await stateOf(id)).toBe("ok");
  },
);

test("A host whose name does not exist is gone", async () => {
  const { add, stateOf, after } = await world({});
  const id = await add("unknown.example", "/");
  await after(7 * DAY_MS);
  expect(await stateOf(id)).toBe("gone");
});

test.each([403, 429, 500, 503])("A link that answers %d is unsure, however often", async (status) => {
  const { add, stateOf, after } = await world({ "/odd": status });
  const id = await add("a.example", "/odd");
  await after(30 * DAY_MS);
  expect(await stateOf(id)).toBe("unsure");
});

test("A product that its page calls sold out is sold out, until it is not", async () => {
  const { answers, add, stateOf, after } = await world({ "/mug": PRODUCT("https://schema.org/OutOfStock") });
  const id = await add("a.example", "/mug", { price: "$8" });
  await after(2 * DAY_MS);
  expect(await stateOf(id)).toBe("sold-out");
  answers["/mug"] = PRODUCT("https://schema.org/InStock");
  await after(9 * DAY_MS);
  expect(await stateOf(id)).toBe("ok");
});

test("A site is asked in the language of the request that brought the link", async () => {
  const { languages, add, round, server } = await world({ "/mug": PRODUCT("https://schema.org/InStock") });
  await add("a.example", "/mug", { price: "8 €" }, { "Accept-Language": "de-CH, de;q=0.9" });
  server.wait(26 * HOUR_MS);
  await round();
  expect([...languages]).toEqual(["de-CH, de;q=0.9"]);
});

test("A site whose robots.txt does not want it is not asked", async () => {
  const robots = "User-agent: *\nDisallow: /private\n";
  const { asked, add, stateOf, after } = await world({
    "/robots.txt": robots,
    "/private/a": 200,
    "/open": 200,
  });
  const [hidden, open] = [await add("a.example", "/private/a"), await add("b.example", "/open")];
  await after(8 * DAY_MS);
  expect([await stateOf(hidden), await stateOf(open)]).toEqual(["unchecked", "ok"]);
  expect(asked.some((line) => line.includes("/private"))).toBe(false);
});

test("A host gets at most one request per minute", async () => {
  const { server, asked, add, round } = await world({ "/a": 200, "/b": 200, "/c": 200 });
  for (const path of ["/a", "/b", "/c"]) await add("a.example", path);
  server.wait(26 * HOUR_MS);
  const heads = () => asked.filter((line) => line.startsWith("HEAD")).length;
  await round();
  expect(heads()).toBe(1);
  await round();
  expect(heads()).toBe(1);
  server.wait(61_000);
  await round();
  expect(heads()).toBe(2);
});

test("A host that does not answer is asked after growing pauses, whichever link is due", async () => {
  const { server, add, round, outbound } = await world({});
  for (const path of ["/a", "/b", "/c"]) await add("a.example", path);
  let asked = 0;
  outbound.fetch = (address) => {
    if (new URL(address).pathname !== "/robots.txt") asked += 1;
    return Promise.reject(new Refusal("link-too-slow"));
  };
  const roundsIn = async (minutes: number) => {
    asked = 0;
    for (let minute = 0; minute < minutes; minute += 1) {
      server.wait(61_000);
      await round();
    }
    return asked;
  };
  server.wait(26 * HOUR_MS);
  expect([await roundsIn(1), await roundsIn(4), await roundsIn(2), await roundsIn(8)]).toEqual([1, 0, 1, 0]);
});

test("Links that visitors do not see are not checked", async () => {
  const { browser, asked, add, after } = await world({ "/a": 200 });
  const id = await add("a.example", "/a");
  await browser.form("PATCH", `/api/items/${id}`, { isHidden: "true" });
  await after(9 * DAY_MS);
  expect(asked).toEqual([]);
});

test("A link that changes is checked again, and starts without a state", async () => {
  const { browser, add, stateOf, after, port } = await world({ "/shop": 404, "/new": 200 });
  const id = await add("a.example", "/shop");
  await after(8 * DAY_MS);
  expect(await stateOf(id)).toBe("gone");
  await browser.form("PATCH", `/api/items/${id}`, { url: `http://a.example:${port}/new` });
  expect(await stateOf(id)).toBe("unchecked");
  await after(2 * DAY_MS);
  expect(await stateOf(id)).toBe("ok");
});

test("An item whose link is taken away is checked no longer, and again once it has one", async () => {
  const { server, browser, asked, add, stateOf, after, port } = await world({ "/shop": 404, "/new": 200 });
  const id = await add("a.example", "/shop");
  await after(8 * DAY_MS);
  expect(await stateOf(id)).toBe("gone");
  await browser.form("PATCH", `/api/items/${id}`, { url: "" });
  expect(await stateOf(id)).toBe("unchecked");
  const before = asked.length;
  await after(9 * DAY_MS);
  expect(asked).toHaveLength(before);
  expect(await server.services.db.reader.selectFrom("link_check").selectAll().execute()).toEqual([]);
  await browser.form("PATCH", `/api/items/${id}`, { url: `http://a.example:${port}/new` });
  await after(2 * DAY_MS);
  expect(await stateOf(id)).toBe("ok");
});

test("The end of an owner's silence for a link is removed at the first check after it", async () => {
  const { server, userId, add, read, after } = await world({ "/a": 200 });
  const id = await add("a.example", "/a");
  const begins = server.services.now().getTime();
  const silencedUntil = "2044-01-01T00:00:00.000Z";
  await applyAtOnce(server.services.writeDeps, userId, [
    mutation("item.update", { id, patch: { silencedUntil }, was: {} }),
  ]);
  const kept = new Date(begins + SILENCED_FOR_MS).toISOString();
  expect((await read(id))?.silencedUntil).toBe(kept);
  for (const [days, silence] of [
    [80, kept],
    [10, null],
  ] as const) {
    server.wait(days * DAY_MS);
    await after(8 * DAY_MS);
    expect((await read(id))?.silencedUntil).toBe(silence);
  }
});

test("Two rounds at once check no link twice, and a deleted item is forgotten", async () => {
  const { server, asked, browser, add, round } = await world({ "/a": 200, "/b": 200 });
  await add("a.example", "/a");
  const gone = await add("b.example", "/b");
  await browser.delete(`/api/items/${gone}`);
  server.wait(26 * HOUR_MS);
  await Promise.all([round(), round()]);
  expect(asked.filter((line) => line.startsWith("HEAD"))).toEqual(["HEAD a.example/a"]);
  expect(await server.services.db.reader.selectFrom("link_check").selectAll().execute()).toHaveLength(1);
});

test("One account's many links do not keep another's from a round", async () => {
  const { server, asked, add, round, port } = await world({ "/a": 200 });
  for (let at = 0; at < 25; at += 1) await add(`a${at}.example`, "/a");
  server.wait(HOUR_MS);
  const eve = await server.signedIn("eve@example.org", "eve");
  const { id } = (await (await eve.post("/api/shelves", { name: "Links" })).json()) as { id: string };
  const url = `http://eve.example:${port}/a`;
  await eve.form("POST", `/api/shelves/${id}/items`, { title: "Hers", url });
  server.wait(26 * HOUR_MS);
  const heads = () => asked.filter((line) => line.startsWith("HEAD"));
  await round();
  expect(heads()).toHaveLength(21);
  expect(heads()).toContain("HEAD eve.example/a");
  await round();
  expect(heads()).toHaveLength(26);
});

test("An account whose links of a host are hidden takes none of the host's minutes", async () => {
  const { server, browser, asked, add, round, port } = await world({ "/a": 200 });
  const hidden = await add("a.example", "/a");
  await browser.form("PATCH", `/api/items/${hidden}`, { isHidden: "true" });
  const eve = await server.signedIn("eve@example.org", "eve");
  const { id } = (await (await eve.post("/api/shelves", { name: "Links" })).json()) as { id: string };
  const url = `http://a.example:${port}/a`;
  await eve.form("POST", `/api/shelves/${id}/items`, { title: "Hers", url });
  server.wait(26 * HOUR_MS);
  await round();
  expect(asked.filter((line) => line.startsWith("HEAD"))).toEqual(["HEAD a.example/a"]);
});

test("A check is put off before its first request, so that no crash repeats it at each start", async () => {
  const { server, add, round, outbound, answers } = await world({ "/a": 200 });
  await add("a.example", "/a");
  server.wait(26 * HOUR_MS);
  const checks = server.services.db.reader.selectFrom("link_check").select(["misses", "due_at"]);
  const before: Awaited<ReturnType<typeof checks.execute>> = [];
  const signals = new Set<AbortSignal | undefined>();
  const fetch = outbound.fetch.bind(outbound);
  outbound.fetch = async (address, wanted) => {
    before.push(...(await checks.execute()));
    signals.add(wanted.signal);
    return fetch(address, wanted);
  };
  const tomorrow = server.services.now().getTime() + DAY_MS;
  answers["/a"] = 500;
  await round();
  // robots.txt, HEAD and GET.
  expect(before.map(({ misses, due_at }) => [misses, due_at >= tomorrow])).toEqual(
    Array.from({ length: 3 }, () => [0, true]),
  );
  expect([signals.size, signals.has(undefined)]).toEqual([1, false]);
  expect(await checks.execute()).toMatchObject([{ misses: 0 }]);
});

test("Two crashes of this server's own and one 404 do not make a link gone: only the 404 is a miss", async () => {
  const { server, add, stateOf, round, outbound } = await world({ "/a": 404 });
  const id = await add("a.example", "/a");
  const fetch = outbound.fetch.bind(outbound);
  outbound.fetch = () => Promise.reject(new Error("a crash"));
  for (let crashes = 0; crashes < 2; crashes += 1) {
    server.wait(30 * HOUR_MS);
    await round();
  }
  outbound.fetch = fetch;
  server.wait(3 * DAY_MS);
  await round();
  expect(await stateOf(id)).toBe("unchecked");
  expect(await server.services.db.reader.selectFrom("link_check").select("misses").execute()).toEqual([
    { misses: 1 },
  ]);
});

test("A check without a place among requests is put off, and is no miss", async () => {
  const { server, add, round, outbound } = await world({ "/a": 200 });
  await add("a.example", "/a");
  server.wait(26 * HOUR_MS);
  outbound.fetch = () => Promise.reject(new Refusal("busy"));
  await round();
  const dueAt = server.services.now().getTime() + 10 * 60_000;
  expect(await server.services.db.reader.selectFrom("link_check").selectAll().execute()).toMatchObject([
    { misses: 0, missed_at: null, due_at: dueAt },
  ]);
});

test("A site that does not answer proves nothing", () => {
  const times = { nowMs: 0, random: 0.5 };
  const progress = { misses: 2, missedAt: -DAY_MS };
  expect(afterCheck("unsure", { ...progress, state: "gone" }, times).state).toBe("gone");
  expect(afterCheck("unsure", { ...progress, state: "sold-out" }, times).state).toBe("sold-out");
  expect(afterCheck("unsure", { ...progress, state: "ok" }, times).state).toBe("unsure");
  expect(afterCheck("missing", { ...progress, state: "ok" }, times).state).toBe("ok");
  expect(afterCheck("missing", { misses: 2, missedAt: -2 * DAY_MS, state: "ok" }, times).state).toBe("gone");
});
