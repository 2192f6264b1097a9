import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { SCREEN_PATHS } from "@shelv/contract/paths";
import { expect, onTestFinished, test } from "vitest";
import { bytesOf } from "#testing/browser";
import { openTestServer } from "#testing/open-test-server";
import { appPolicy } from "./serve-web-app.ts";
import { loadWebApp } from "./load-web-app.ts";

const SCRIPT = "\n  document.title = 'Shelv';\n";
const HTML = `<!doctype html><title>Shelv</title><script>${SCRIPT}</script><script type="module" src="/assets/index-1a2b.js"></script>`;
const STYLE = ".bar { color: #3a2818 }";
const LANDING = `<!doctype html><title>Put what you love on a shelf</title><style>${STYLE}</style><script>${SCRIPT}</script><h1>Landing</h1>`;
const NOT_FOUND = "<!doctype html><title>No Shelv found here</title><h1>Not here</h1>";
const LARGE = Buffer.alloc(1_500_000, "model");
const CODE = "export const answer = 42;\n".repeat(100);

async function browserOfBuiltApp() {
  const folder = await mkdtemp(join(tmpdir(), "shelv-web-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), HTML);
  await writeFile(join(folder, "landing.html"), LANDING);
  await writeFile(join(folder, "not-found.html"), NOT_FOUND);
  await writeFile(join(folder, "service-worker.js"), "// worker");
  await mkdir(join(folder, "icons"));
  for (const icon of ["shelv-192", "apple-touch-icon"])
    await writeFile(join(folder, "icons", `${icon}.png`), icon);
  await writeFile(join(folder, "assets", "index-1a2b.js"), CODE);
  await writeFile(join(folder, "assets", "index-1a2b.js.br"), brotliCompressSync(CODE));
  await writeFile(join(folder, "assets", "index-1a2b.js.gz"), gzipSync(CODE));
  await writeFile(join(folder, "assets", "inter.woff2"), "font");
  await writeFile(join(folder, "assets", "model-5e6f.onnx"), LARGE);
  const server = await openTestServer({ webApp: await loadWebApp(folder) });
  return server.browser();
}

test("Every screen of the editor, and its subpaths, is the app shell", async () => {
  const browser = await browserOfBuiltApp();
  const { home: _, ...screens } = SCREEN_PATHS;
  for (const path of [
    ...Object.values(screens),
    "/shelves/01a1/preview",
    "/onboarding/goal-selection",
    "/login?next=/items",
  ]) {
    const answer = await browser.get(path);
    expect([path, answer.status, await answer.text()]).toEqual([path, 200, HTML]);
    expect(answer.headers.get("Cache-Control")).toBe("no-cache, no-transform");
  }
});

test("The landing page is a page of its own, which allows only its own style and script", async () => {
  const browser = await browserOfBuiltApp();
  for (const path of ["/", "/?from=a-link", "/landing.html"]) {
    const answer = await browser.get(path);
    expect([path, answer.status, await answer.text()]).toEqual([path, 200, LANDING]);
    const policy = answer.headers.get("Content-Security-Policy") ?? "";
    const [script, style] = [SCRIPT, STYLE].map((text) => createHash("sha256").update(text).digest("base64"));
    expect(policy.split("; ")).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        `script-src 'self' 'sha256-${script}'`,
        `style-src 'self' 'sha256-${style}'`,
      ]),
    );
    expect(policy).not.toMatch(/unsafe|https?:|data:/);
  }
});

test("Unknown paths answer with an HTML page, and missing files without one", async () => {
  const browser = await browserOfBuiltApp();
  for (const path of ["/no/such/path", "/ab", "/robots", "/.env"]) {
    const lost = await browser.get(path);
    expect([path, lost.status, await lost.text()]).toEqual([path, 404, NOT_FOUND]);
  }
  for (const path of ["/assets/index-0000.js", "/favicon-32x32.png", "/browserconfig.xml", "/ads.txt"]) {
    const file = await browser.get(path);
    expect([path, file.status, await file.text()]).toEqual([path, 404, "There is nothing here"]);
  }
});

test.each([
  ["/favicon.ico", "shelv-192"],
  ["/apple-touch-icon.png", "apple-touch-icon"],
  ["/apple-touch-icon-precomposed.png", "apple-touch-icon"],
  ["/apple-touch-icon-120x120.png", "apple-touch-icon"],
])("%s is the icon, although no page names it", async (path, icon) => {
  const answer = await (await browserOfBuiltApp()).get(path);
  expect([answer.status, answer.headers.get("Content-Type"), await answer.text()]).toEqual([
    200,
    "image/png",
    icon,
  ]);
});

test.each([
  ["//ada", "/ada"],
  ["///ada//?a=//b", "/ada/?a=//b"],
  ["//evil.example/%2f//x", "/evil.example/%2f/x"],
  ["/\\evil.example//x", "/evil.example/x"],
  ["//\\/evil.example", "/evil.example"],
  ["/login//", "/login/"],
])("%s redirects to %s, always on this host", async (path, to) => {
  const server = await openTestServer();
  const answer = await server.app.request(`http://localhost${path}`);
  expect([answer.status, answer.headers.get("Location")]).toEqual([308, to]);
});

test("The shell allows only the build's scripts, and no site may frame it", async () => {
  const policy =
    (await (await browserOfBuiltApp()).get("/dashboard")).headers.get("Content-Security-Policy") ?? "";
  const hash = createHash("sha256").update(SCRIPT).digest("base64");
  expect(policy.split("; ")).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'`);
  expect(policy.split("; ")).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline|https?:/);
  expect(appPolicy("<p>no script</p>")).toContain("script-src 'self' 'wasm-unsafe-eval';");
});

test("A file with a hash in its name is immutable; the service worker is revalidated each time", async () => {
  const browser = await browserOfBuiltApp();
  expect((await browser.get("/assets/index-1a2b.js")).headers.get("Cache-Control")).toBe(
    "public, max-age=31536000, immutable, no-transform",
  );
  const worker = await browser.get("/service-worker.js");
  expect([worker.headers.get("Cache-Control"), worker.headers.get("Content-Type")]).toEqual([
    "no-cache, no-transform",
    "text/javascript; charset=utf-8",
  ]);
});

test("A file is sent in the smallest encoding that the browser accepts, and not at all if the browser has it", async () => {
  const browser = await browserOfBuiltApp();
  const get = (accepted: string, headers = {}) =>
    browser.get("/assets/index-1a2b.js", { "Accept-Encoding": accepted, ...headers });
  const [plain, gz, br] = [await get(""), await get("gzip, br;q=0"), await get("gzip, deflate, br")];
  expect(await plain.text()).toBe(CODE);
  expect([gz.headers.get("Content-Encoding"), gunzipSync(await bytesOf(gz)).toString()]).toEqual([
    "gzip",
    CODE,
  ]);
  expect([br.headers.get("Content-Encoding"), brotliDecompressSync(await bytesOf(br)).toString()]).toEqual([
    "br",
    CODE,
  ]);
  expect(new Set([plain, gz, br].map(({ headers }) => headers.get("ETag"))).size).toBe(3);
  const again = await get("br", { "If-None-Match": br.headers.get("ETag") ?? "" });
  expect([again.status, await again.text(), again.headers.get("Vary")]).toEqual([304, "", "Accept-Encoding"]);
  expect(
    (await browser.get("/assets/inter.woff2", { "Accept-Encoding": "br" })).headers.get("Content-Encoding"),
  ).toBeNull();
});

test("A large file comes whole from the disk, with its length and ETag", async () => {
  const browser = await browserOfBuiltApp();
  const first = await browser.get("/assets/model-5e6f.onnx");
  expect(LARGE.equals(await bytesOf(first))).toBe(true);
  expect(first.headers.get("Content-Length")).toBe(String(LARGE.length));
  const etag = first.headers.get("ETag") ?? "";
  expect(etag).toBe(`"${createHash("sha256").update(LARGE).digest("base64url").slice(0, 22)}"`);
  expect((await browser.get("/assets/model-5e6f.onnx", { "If-None-Match": etag })).status).toBe(304);
});

test("A server without a built app says how to build it, and still answers calls", async () => {
  const browser = (
    await openTestServer({ webApp: await loadWebApp(join(tmpdir(), "shelv-not-there")) })
  ).browser();
  expect(await (await browser.get("/login")).text()).toContain("npm start");
  expect((await browser.get("/healthz")).status).toBe(200);
});
