import { OWN_HEADER } from "@shelv/contract/answer-origin";
import { USER_HEADER } from "@shelv/contract/routes/route";
import { expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";

const etag = '"1"';
const webApp = new Map(
  ["/index.html", "/landing.html", "/not-found.html", "/assets/a.js"].map((path) => {
    const plain = new TextEncoder().encode("<!doctype html><title>Shelv</title>");
    return [path, { type: "text/html", etag, plain, brotli: null, gzip: null }];
  }),
);

test("No gateway may rewrite a page, on any host, with any status and caching", async () => {
  const server = await openTestServer({
    webApp,
    env: { PUBLIC_URL: "http://localhost", PAGE_HOST: "pages.localhost" },
  });
  const mira = await server.signedIn("mira@example.org", "Mira");
  const tag = (await mira.get("/Mira")).headers.get("ETag") ?? "";
  const said: unknown[] = [];
  const get = async (path: string, headers: Record<string, string> = {}, browser = mira) => {
    const answer = await browser.get(path, { Accept: "text/html", ...headers });
    await answer.body?.cancel();
    const isForbidden = /\bno-transform\b/.test(answer.headers.get("Cache-Control") ?? "");
    said.push([answer.status, headers.Host ?? path, isForbidden]);
  };
  await get("/Mira");
  await get("/Mira", { "If-None-Match": tag });
  await get("/mira");
  await get("/nobody-here");
  await get("/", { Host: "mira.pages.localhost" });
  await get("/", { Host: "nobody.pages.localhost" });
  await get("/other", { Host: "mira.pages.localhost" });
  for (const path of ["/", "/login", "/no/such/path", "/api/docs", "/assets/a.js", "/api/sync/events"])
    await get(path);
  await mira.put("/api/user/settings", { publicProfile: false });
  await get("/Mira");
  await get("/Mira", {}, server.browser());
  expect(said).toEqual([
    [200, "/Mira", true],
    [304, "/Mira", true],
    [301, "/mira", true],
    [404, "/nobody-here", true],
    [200, "mira.pages.localhost", true],
    [404, "nobody.pages.localhost", true],
    [404, "mira.pages.localhost", true],
    [200, "/", true],
    [200, "/login", true],
    [404, "/no/such/path", true],
    [200, "/api/docs", true],
    [200, "/assets/a.js", true],
    [200, "/api/sync/events", true],
    [200, "/Mira", true],
    [404, "/Mira", true],
  ]);
});

test("Every answer has the server's header: pages, files, calls, streams, and 304, refusals and 404", async () => {
  const server = await openTestServer({ webApp });
  const mira = await server.signedIn("mira@example.org", "Mira");
  const userId = ((await (await mira.get("/api/auth/me")).json()) as { id: string }).id;
  const blob = `/api/blobs/${"a".repeat(64)}`;
  const tag = (await mira.get("/Mira")).headers.get("ETag") ?? "";
  const said: [string, number, string | null][] = [];
  const send = async (method: string, path: string, options: Parameters<typeof mira.send>[2] = {}) => {
    const answer = await mira.send(method, path, options);
    await answer.body?.cancel();
    said.push([path, answer.status, answer.headers.get(OWN_HEADER.name)]);
  };
  const get = (path: string, headers: Record<string, string> = {}) => send("GET", path, { headers });
  for (const path of ["/", "/shelves", "/assets/a.js"]) await get(path);
  await get("/assets/a.js", { "If-None-Match": etag });
  for (const path of ["/assets/gone.js", "/Mira"]) await get(path);
  await get("/Mira", { "If-None-Match": tag });
  for (const path of [
    "/mira",
    "/nobody-here",
    "/no/such/path",
    "/healthz",
    "/api/shelves",
    "/api/nothing",
    "/api/sync/events",
  ])
    await get(path);
  await send("HEAD", blob, { headers: { [USER_HEADER]: userId } });
  await get(`/media/${"a".repeat(64)}/320.webp`);
  await send("POST", "/api/auth/send-code", { body: "{", headers: { "Content-Type": "application/json" } });
  await send("POST", "/api/auth/logout");
  expect(said.map(([path, status]) => `${status} ${path}`)).toEqual([
    "200 /",
    "200 /shelves",
    "200 /assets/a.js",
    "304 /assets/a.js",
    "404 /assets/gone.js",
    "200 /Mira",
    "304 /Mira",
    "301 /mira",
    "404 /nobody-here",
    "404 /no/such/path",
    "200 /healthz",
    "200 /api/shelves",
    "404 /api/nothing",
    "200 /api/sync/events",
    `404 ${blob}`,
    `404 /media/${"a".repeat(64)}/320.webp`,
    "400 /api/auth/send-code",
    "204 /api/auth/logout",
  ]);
  expect(said.filter(([, , header]) => header !== OWN_HEADER.value)).toEqual([]);
});
