import { Hono } from "hono";
import { expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";
import { serveCrawlers } from "./serve-crawlers.ts";

const PUBLIC_URL = "https://shelv.example";
const addresses = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);

test("Search engines learn of pages that have something to show to everybody, and of no others", async () => {
  const server = await openTestServer({ env: { PUBLIC_URL } });
  for (const name of ["Ada", "bob", "Cyd", "hidden"]) {
    const owner = await server.signedIn(`${name.toLowerCase()}@example.org`, name);
    await owner.post("/api/shelves", { name: "Books" });
    if (name === "hidden") await owner.put("/api/user/settings", { publicProfile: false });
  }
  await server.signedIn("empty@example.org", "empty");
  await server.signedIn("unclaimed@example.org", null);
  const visitor = server.browser();
  expect(await (await visitor.get("/robots.txt")).text()).toContain("Sitemap: https://shelv.example/sitemap.xml");
  const index = addresses(await (await visitor.get("/sitemap.xml")).text());
  expect(index).toEqual([`${PUBLIC_URL}/sitemap-1.xml`]);
  const list = await visitor.get("/sitemap-1.xml");
  expect(list.headers.get("Content-Type")).toMatch(/^application\/xml/);
  expect(addresses(await list.text())).toEqual(["/", "/Ada", "/bob", "/Cyd"].map((path) => PUBLIC_URL + path));
  expect((await visitor.get("/sitemap-2.xml")).status).toBe(404);
  expect((await visitor.get("/sitemap-0.xml")).status).toBe(404);

  const app = new Hono();
  serveCrawlers(app, { reader: server.services.db.reader, publicUrl: PUBLIC_URL, addressesAList: 2 });
  expect(addresses(await (await app.request("/sitemap.xml")).text())).toHaveLength(2);
  expect(addresses(await (await app.request("/sitemap-2.xml")).text())).toEqual([`${PUBLIC_URL}/Cyd`]);
});

test("A server that does not know its own address names none", async () => {
  const server = await openTestServer();
  const robots = await (await server.browser().get("/robots.txt")).text();
  expect(robots).toContain("Disallow: /api");
  expect(robots).not.toContain("Sitemap");
  expect((await server.browser().get("/sitemap.xml")).status).toBe(404);
});
