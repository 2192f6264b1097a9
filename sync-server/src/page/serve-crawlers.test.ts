import { SCREEN_PATHS, SERVER_PATHS } from "@shelv/contract/paths";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";
import { serveCrawlers } from "./serve-crawlers.ts";

const PUBLIC_URL = "https://shelv.example";
const addresses = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);

test("Search engines find public pages with content, and no others", async () => {
  const server = await openTestServer({ env: { PUBLIC_URL } });
  for (const name of ["Ada", "bob", "Cyd", "hidden"]) {
    const owner = await server.signedIn(`${name.toLowerCase()}@example.org`, name);
    await owner.post("/api/shelves", { name: "Books" });
    if (name === "hidden") await owner.put("/api/user/settings", { publicProfile: false });
  }
  await server.signedIn("empty@example.org", "empty");
  await server.signedIn("unclaimed@example.org", null);
  const visitor = server.browser();
  expect(await (await visitor.get("/robots.txt")).text()).toContain(
    "Sitemap: https://shelv.example/sitemap.xml",
  );
  const index = addresses(await (await visitor.get("/sitemap.xml")).text());
  expect(index).toEqual([`${PUBLIC_URL}/sitemap-1.xml`]);
  const list = await visitor.get("/sitemap-1.xml");
  expect(list.headers.get("Content-Type")).toMatch(/^application\/xml/);
  expect(addresses(await list.text())).toEqual(
    ["/", "/Ada", "/bob", "/Cyd"].map((path) => PUBLIC_URL + path),
  );
  expect((await visitor.get("/sitemap-2.xml")).status).toBe(404);
  expect((await visitor.get("/sitemap-0.xml")).status).toBe(404);

  const app = new Hono();
  serveCrawlers(app, {
    reader: server.services.db.reader,
    publicUrl: PUBLIC_URL,
    now: server.services.now,
    addressesPerList: 2,
  });
  const paths = async (path: string) =>
    addresses(await (await app.request(path)).text()).map((address) => address?.replace(PUBLIC_URL, ""));
  expect(await paths("/sitemap.xml")).toHaveLength(2);
  expect([await paths("/sitemap-1.xml"), await paths("/sitemap-2.xml")]).toEqual([
    ["/", "/Ada", "/bob"],
    ["/Cyd"],
  ]);

  // The lists' boundaries are cached for an hour; a list never takes a name from the next one.
  await (await server.signedIn("ann@example.org", "Ann")).post("/api/shelves", { name: "Books" });
  expect([await paths("/sitemap-1.xml"), await paths("/sitemap-2.xml")]).toEqual([
    ["/", "/Ada", "/Ann"],
    ["/Cyd"],
  ]);
  server.wait(60 * 60_000);
  expect([await paths("/sitemap-1.xml"), await paths("/sitemap-2.xml")]).toEqual([
    ["/", "/Ada", "/Ann"],
    ["/bob", "/Cyd"],
  ]);
});

test("The owner's screens are closed to search engines, and no page with a similar name is", async () => {
  const server = await openTestServer();
  const closed = [
    ...(await (await server.browser().get("/robots.txt")).text()).matchAll(/^Disallow: (.*)$/gm),
  ].map(([, rule = ""]) => rule);
  // RFC 9309: a rule matches from the start of the path, and to its end if the rule ends with "$".
  const isClosed = (path: string) =>
    closed.some((rule) => (rule.endsWith("$") ? path === rule.slice(0, -1) : path.startsWith(rule)));
  for (const screen of [...Object.values(SCREEN_PATHS), SERVER_PATHS.api]) {
    const isOpen = screen === SCREEN_PATHS.home || screen === SCREEN_PATHS.login;
    for (const path of [screen, `${screen}/x`, `${screen}?x=1`])
      expect([path, isClosed(path)]).toEqual([path, !isOpen]);
    // A username may start with a screen's name.
    expect([screen, isClosed(`${screen}lissa`)]).toEqual([screen, false]);
  }
});

test("A server without a public URL lists no addresses", async () => {
  const server = await openTestServer();
  const robots = await (await server.browser().get("/robots.txt")).text();
  expect(robots).toContain("Disallow: /api");
  expect(robots).not.toContain("Sitemap");
  expect((await server.browser().get("/sitemap.xml")).status).toBe(404);
});
