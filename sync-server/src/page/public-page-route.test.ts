import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { createHash } from "node:crypto";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { bytesOf } from "#testing/browser";
import { openTestServer } from "#testing/open-test-server";
import { PageCache } from "./cache/page-cache.ts";
import { servePublicPages } from "./public-page-route.ts";
import { pagesFrom } from "./read-page.ts";

async function openPages() {
  const server = await openTestServer();
  const { services } = server;
  const mira = await server.signedIn("mira@example.com", "Mira");
  const pages = new PageCache(pagesFrom({ ...services.pageDeps, publicUrl: "https://shelv.example" }), {
    maxBytes: 1_000_000,
    now: services.now,
  });
  const app = new Hono();
  servePublicPages(app, { pages, isSuspended: async () => false, ownPage: async () => null });
  app.notFound((c) => c.text("not a page", 404));
  const { id: miraId } = await services.db.reader.selectFrom("user").select("id").executeTakeFirstOrThrow();
  const get = async (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });
  return { mira, miraId, pages, get };
}

describe("An existing page", () => {
  test("is complete HTML, with a CSP that allows only its own style and script", async () => {
    const { get } = await openPages();
    const answer = await get("/Mira");
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain("@Mira");
    expect(html).toContain("This user hasn&#x27;t created any shelves yet.");
    const policy = answer.headers.get("Content-Security-Policy") ?? "";
    const hashes = (tag: string) =>
      [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, "g"))]
        .map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`)
        .join(" ");
    expect(policy).toContain(`style-src ${hashes("style")};`);
    expect(policy).toContain(`script-src ${hashes("script")};`);
    expect(policy).not.toContain("unsafe");
    expect(html.length - html.indexOf("<body>")).toBeGreaterThan(500);
    expect(/<style>([\s\S]*?)<\/style>/.exec(html)?.[1]).toContain(".shelv-board");
  });

  test("never varies by visitor", async () => {
    const { get } = await openPages();
    const answer = await get("/Mira", { Cookie: "session=anything" });
    expect(answer.headers.get("Vary")).toBe("Accept-Encoding");
    expect(answer.headers.get("Cache-Control")).toMatch(/^public, max-age=0, must-revalidate/);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test("is compressed as the browser accepts, the same in every encoding", async () => {
    const { get } = await openPages();
    const plain = await (await get("/Mira")).text();
    const br = await get("/Mira", { "Accept-Encoding": "gzip, br" });
    const gz = await get("/Mira", { "Accept-Encoding": "gzip" });
    expect([br.headers.get("Content-Encoding"), gz.headers.get("Content-Encoding")]).toEqual(["br", "gzip"]);
    expect(brotliDecompressSync(await bytesOf(br)).toString()).toBe(plain);
    expect(gunzipSync(await bytesOf(gz)).toString()).toBe(plain);
    expect(br.headers.get("ETag")).not.toBe(gz.headers.get("ETag"));
  });

  test("is not sent again to a browser that has it, until it changes", async () => {
    const { get, mira, miraId, pages } = await openPages();
    const etag = (await get("/Mira")).headers.get("ETag") ?? "";
    expect((await get("/Mira", { "If-None-Match": etag })).status).toBe(304);
    const ofGateways = [
      `"other", W/${etag}`,
      ...["-gzip", "--gzip", "-br", ";gzip"].map((more) => `W/${etag.slice(0, -1)}${more}"`),
    ];
    for (const tag of ofGateways)
      expect([tag, (await get("/Mira", { "If-None-Match": tag })).status]).toEqual([tag, 304]);
    for (const tag of [`${etag.slice(0, -2)}"`, `${etag.slice(0, -1)}-other"`, '"-gzip"', "gzip"])
      expect([tag, (await get("/Mira", { "If-None-Match": tag })).status]).toEqual([tag, 200]);
    expect(
      (await mira.post("/api/shelves", { name: "Kiln", description: "", emoji: "" })).status,
    ).toBeLessThan(300);
    pages.drop(miraId);
    const changed = await get("/Mira", { "If-None-Match": etag });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain("Kiln");
  });

  test("may be answered by a CDN while it revalidates, and by no browser", async () => {
    const { get } = await openPages();
    const { headers } = await get("/Mira");
    expect(headers.get("CDN-Cache-Control")).toBe(
      "public, max-age=10, stale-while-revalidate=60, no-transform",
    );
    expect(headers.get("Cache-Control")).not.toContain("stale");
  });

  test.each([
    "/mira",
    "/MIRA",
    "/Mira/",
    "/mira/",
    "/%4Dira",
    "/m%69ra/",
    "/%6d%69%72%61",
    "/@Mira",
    "/@mira/",
    "/%40Mira",
    "/Mira.",
    "/mira,",
    "/Mira)",
    "/Mira).",
    "/Mira%20",
    "/%20Mira",
    "/Mira%E2%80%8B",
    "/Mira%E2%80%9D",
  ])("is at one address: %s redirects permanently to /Mira", async (path) => {
    const { get } = await openPages();
    const answer = await get(`${path}?utm_source=x`);
    expect(answer.status).toBe(301);
    expect(answer.headers.get("Location")).toBe("/Mira?utm_source=x");
  });
});

describe("A missing page", () => {
  test("is a 404 page without script", async () => {
    const { get } = await openPages();
    const answer = await get("/stranger");
    const html = await answer.text();
    expect(answer.status).toBe(404);
    expect(html).toContain("User Not Found");
    expect(html).not.toContain("<script");
    expect(html).toContain('href="/login?username=stranger">Claim this name</a>');
    expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  });

  test.each([
    "/shelves",
    "/api",
    "/a",
    "/no.such.name",
    "/Mira/more",
    "/Mira.html",
    "/M.ira",
    "/Mira//",
    "//Mira",
    "/Mira%2F",
    "/Mira%00",
    "/Mira%",
    "/Mira%252F",
    "/%254Dira",
    "/M%C3%ADra",
    "/%EF%BC%ADira",
    "/Mir%D0%B0",
    "/@login",
    "/Mira;x",
    "/Mira:80",
    "/Mira%5C",
  ])("%s is not a username and is left to other routes", async (path) => {
    const { get } = await openPages();
    expect(await (await get(path)).text()).toBe("not a page");
  });
});

describe("A hidden page", () => {
  test("is an unknown name for others, and for the owner a page that is never cached", async () => {
    const server = await openTestServer();
    const mira = await server.signedIn("mira@example.com", "Mira");
    const eve = await server.signedIn("eve@example.com", "Eve");
    expect((await eve.get("/Mira")).status).toBe(200);
    await mira.put("/api/user/settings", { publicProfile: false });

    for (const visitor of [eve, server.browser()]) {
      const [hidden, unknown] = [await visitor.get("/Mira"), await visitor.get("/Nobody")];
      expect(hidden.status).toBe(404);
      expect([...hidden.headers]).toEqual([...unknown.headers]);
      expect(await hidden.text()).toBe((await unknown.text()).replaceAll("Nobody", "Mira"));
      expect((await visitor.get("/api/users/Mira")).status).toBe(404);
      expect((await visitor.get("/api/users/Mira/shelves")).status).toBe(404);
    }
    for (const path of ["/Mira", "/mira"]) {
      const own = await mira.get(path);
      expect([own.status, own.headers.get("Cache-Control"), own.headers.get("ETag")]).toEqual([
        200,
        "private, no-store, no-transform",
        null,
      ]);
      expect(await own.text()).toContain("@Mira");
    }
    await mira.put("/api/user/settings", { publicProfile: true });
    expect((await eve.get("/Mira")).status).toBe(200);
  });

  test("is built at the cost of its owner's quota, since no cache has it", async () => {
    const server = await openTestServer({ workQuota: { rowsPerS: 0.1, rowsAtOnce: 200 } });
    const mira = await server.signedIn("mira@example.com", "Mira");
    await mira.put("/api/user/settings", { publicProfile: false });
    const statuses = new Set<number>();
    for (let look = 0; look < 100; look += 1) statuses.add((await mira.get("/Mira")).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});
