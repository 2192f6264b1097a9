import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { purgePage } from "#commands/purge-page";
import { isPostgres } from "#database/dialect";
import { Alarms } from "#http/alarms";
import { NAME, openDomainWorld, SITE } from "#testing/domain-world";
import { openTestServer } from "#testing/open-test-server";
import { addressesOf, PagePurger } from "./page-purger.ts";

const APP = { PUBLIC_URL: "https://shelv.example", PAGE_HOST: "shelv.example" };
const SHORT = { gatherMs: 1, firstPauseMs: 1, longestPauseMs: 4 };

type Call = { files: string[]; authorization: string | undefined };

async function startCdn(
  answer: (response: ServerResponse, calls: Call[]) => void = (response) => void response.end(),
) {
  const calls: Call[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray()).toString();
    calls.push({
      ...(JSON.parse(body) as { files: string[] }),
      authorization: request.headers.authorization,
    });
    answer(response, calls);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`, calls };
}

async function serverWith(cdn: { url: string }) {
  const server = await openTestServer({
    env: { ...APP, PURGE_URL: cdn.url, PURGE_TOKEN: "secret", PLAN_LIMITS: "off" },
  });
  return { server, ada: await server.signedIn("ada@example.org", "Ada") };
}

async function purgerOf(url: string, accounts: number) {
  const { services } = await openTestServer();
  const printed: string[] = [];
  const usernames = Array.from({ length: accounts }, (_, at) => `user${at}`);
  await services.db.writer
    .insertInto("user")
    .values(
      usernames.map((username) => ({
        id: username,
        email: `${username}@example.org`,
        username,
        username_key: username,
        created_at: 0,
      })),
    )
    .execute();
  const purger = new PagePurger(
    {
      purge: { url, token: null },
      names: { publicUrl: "https://shelv.example", pageHost: null },
      reader: services.db.reader,
      heldDomains: services.heldDomains,
      alarms: new Alarms(
        (line) => void printed.push(line),
        () => new Date(),
      ),
    },
    SHORT,
  );
  onTestFinished(() => purger.close());
  return { purger, usernames, printed };
}

const filesOf = (calls: readonly Call[]) => calls.flatMap(({ files }) => files);

test("A page has an address under each of its names", () => {
  const names = { publicUrl: "https://shelv.example:8443", pageHost: "pages.example" };
  expect(addressesOf(names, "Ada", ["www.ada.com"])).toEqual({
    own: ["https://shelv.example:8443/Ada", "https://ada.pages.example:8443/"],
    onDomains: ["https://www.ada.com:8443/"],
  });
  expect(addressesOf(names, "_ada_", []).own).toEqual(["https://shelv.example:8443/_ada_"]);
  expect(addressesOf({ ...names, pageHost: null }, "Ada", []).own).toEqual([
    "https://shelv.example:8443/Ada",
  ]);
});

test("A commit reports the page under all its names, with the token", async () => {
  const cdn = await startCdn();
  const { ada } = await serverWith(cdn);
  await ada.post("/api/shelves", { name: "Books" });
  const files = ["https://shelv.example/Ada", "https://ada.shelv.example/"];
  await expect.poll(() => cdn.calls[0]).toEqual({ files, authorization: "Bearer secret" });
});

test("Commits that follow each other are reported together, a page once", async () => {
  const cdn = await startCdn();
  const { purger } = await purgerOf(cdn.url, 2);
  for (const userId of ["user0", "user1", "user0"]) purger.changed(userId);
  await purger.close();
  expect(cdn.calls.map(({ files }) => files)).toEqual([
    ["https://shelv.example/user1", "https://shelv.example/user0"],
  ]);
});

test("A page is reported under a domain that it gets, loses, or has when its account is deleted", async () => {
  const cdn = await startCdn();
  const world = await openDomainWorld({}, { env: { PURGE_URL: cdn.url } });
  const ada = await world.owner("Ada");
  const [own, domain] = [[`${SITE}/Ada`, "https://ada.pages.example/"], `https://${NAME}/`];
  const isReported = async (...addresses: string[]) => {
    await expect.poll(() => [...new Set(filesOf(cdn.calls))]).toEqual(addresses);
    cdn.calls.length = 0;
  };
  await isReported(...own);
  await world.verified(ada);
  await isReported(...own, domain);
  await ada.delete(`/api/domains/${NAME}`);
  await isReported(...own, domain);

  await world.verified(ada);
  await isReported(...own, domain);
  await ada.post("/api/user/deletion-code");
  const code = await world.server.codeFor("ada@example.org");
  const headers = { "Content-Type": "application/json" };
  await ada.send("DELETE", "/api/user", { body: JSON.stringify({ code }), headers });
  await isReported(...own, domain);
});

test("A command reports the page that it changes, and says when the CDN does not answer", async () => {
  let isRefusing = false;
  const cdn = await startCdn((response) => {
    response.statusCode = isRefusing ? 403 : 200;
    response.end();
  });
  const server = await openTestServer();
  const { services, place } = server;
  await server.signedIn("ada@example.org", "Ada");
  const settings = { ...services.settings, ...place, publicUrl: SITE, purge: { url: cdn.url, token: null } };
  const printed: string[] = [];
  const purge = (username: string) =>
    purgePage(settings, username, { print: (line) => void printed.push(line), againAfterMs: 0 });
  await purge("ada");
  await purge("nobody");
  const reports = isPostgres(services.db.reader) ? 1 : 2;
  expect(filesOf(cdn.calls)).toEqual(Array(reports).fill(`${SITE}/Ada`));
  isRefusing = true;
  await purge("ada");
  expect(printed.join("")).toContain("PURGE_URL refuses 1 addresses with 403.");
});

test("A CDN that refuses owners' domains still gets the server's own addresses, once", async () => {
  const cdn = await startCdn((response, calls) => {
    response.statusCode = calls.at(-1)?.files.includes(`https://${NAME}/`) ? 400 : 200;
    response.end();
  });
  const world = await openDomainWorld({}, { env: { PURGE_URL: cdn.url } });
  const ada = await world.owner("Ada");
  await world.verified(ada);
  const times = (address: string) => filesOf(cdn.calls).filter((file) => file === address).length;
  await expect.poll(() => times(`https://${NAME}/`)).toBe(1);
  await world.owner("Eve");
  await expect.poll(() => times(`${SITE}/Eve`)).toBeGreaterThan(0);
  expect(times(`https://${NAME}/`)).toBe(1);
});

test("A stop waits two seconds at most for a CDN that does not answer", async () => {
  const cdn = await startCdn(() => {});
  const { purger } = await purgerOf(cdn.url, 1);
  purger.changed("user0");
  await expect.poll(() => cdn.calls.length).toBe(1);
  const began = performance.now();
  await purger.close();
  expect(performance.now() - began).toBeLessThan(4000);
});

test("A CDN that fails is asked again, with what has changed since, and no commit waits for it", async () => {
  const cdn = await startCdn((response, { length }) => {
    response.statusCode = length < 4 ? 500 : 200;
    if (length === 1) response.destroy();
    else response.end();
  });
  const { purger, printed } = await purgerOf(cdn.url, 2);
  purger.changed("user0");
  await expect.poll(() => cdn.calls.length).toBeGreaterThan(1);
  purger.changed("user1");
  await expect.poll(() => cdn.calls.length).toBeGreaterThanOrEqual(4);
  await expect
    .poll(() => new Set(filesOf(cdn.calls.slice(3))))
    .toEqual(new Set(["https://shelv.example/user0", "https://shelv.example/user1"]));
  expect(printed).toHaveLength(1);
  expect(printed[0]).toContain('"alarm":"purge"');
});

test("A request has 30 addresses at most, and what waits at the end is sent once more", async () => {
  const cdn = await startCdn();
  const { purger, usernames } = await purgerOf(cdn.url, 70);
  for (const username of usernames) purger.changed(username);
  await purger.close();
  expect(cdn.calls.map(({ files }) => files.length)).toEqual([30, 30, 10]);
  expect(filesOf(cdn.calls)).toEqual(usernames.map((name) => `https://shelv.example/${name}`));
});

test("At most 10,000 changed pages wait: the oldest are left to expire", async () => {
  const cdn = await startCdn();
  const { purger, printed } = await purgerOf(cdn.url, 2);
  purger.changed("user0");
  for (let at = 0; at < 9_999; at += 1) purger.changed(`missing${at}`);
  expect(printed).toEqual([]);
  purger.changed("user1");
  expect(printed[0]).toContain("Too many changed pages wait");
  await expect.poll(() => filesOf(cdn.calls)).toEqual(["https://shelv.example/user1"]);
});

test("A CDN that is notified of changes may serve a page for ten minutes, and one with counts for a minute", async () => {
  const cdn = await startCdn();
  const { ada } = await serverWith(cdn);
  const caching = async () => {
    const { headers } = await ada.get("/Ada");
    return [headers.get("Cache-Control"), headers.get("CDN-Cache-Control")];
  };
  const browsers = "public, max-age=0, must-revalidate, s-maxage=10, no-transform";
  expect(await caching()).toEqual([browsers, "public, max-age=600, stale-while-revalidate=60, no-transform"]);
  await ada.put("/api/user/settings", { showAnalytics: true });
  expect(await caching()).toEqual([browsers, "public, max-age=60, stale-while-revalidate=60, no-transform"]);
});
