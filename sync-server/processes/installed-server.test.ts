/** Every command, and every lazily loaded part of the server, in an installed bundle. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PAGE_FONTS } from "@shelv/public-page/look/page-font";
import { originalPath } from "@shelv/contract/rows/picture";
import { freePort } from "sync-server/bench/free-port";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { NATIVE_MODULES } from "#beside-the-bundle";
import { sha256Of } from "#pictures/store-picture";
import { serve, servePages } from "#links/details/testing/serve-pages";
import { html, og, page } from "#links/details/testing/test-page";
import { Browser, bytesOf } from "#testing/browser";
import { InstalledBundle } from "#testing/install-bundle";
import { plainPicture } from "#testing/pictures";
import { takeDatabase } from "#testing/postgres/take-database";
import { MAC } from "#testing/visitor";

let installed: InstalledBundle;
beforeAll(async () => void (installed = await InstalledBundle.build()), 120_000);
afterAll(() => installed.remove());

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "shelv-installed-data-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

type Server = Awaited<ReturnType<InstalledBundle["startListening"]>>;

async function startServer(env: Record<string, string>): Promise<Server> {
  const PORT = String(await freePort());
  const PUBLIC_URL = `http://127.0.0.1:${PORT}`;
  return installed.startListening({ PORT, PUBLIC_URL, TRUST_PROXY: "loopback", PLAN_LIMITS: "off", ...env });
}

async function stop(server: Server): Promise<void> {
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  expect(server.said()).not.toContain('"bug"');
}

const browserOf = ({ origin }: Server) => new Browser((request) => fetch(request), origin);

const codeIn = ({ said }: Server, before: RegExp): Promise<string> =>
  vi.waitFor(
    () => {
      const [, code] = new RegExp(`${before.source}(\\d{6})`, "i").exec(said()) ?? [];
      if (code === undefined) throw new Error(`There is no code after ${before.source}`);
      return code;
    },
    { timeout: 30_000 },
  );

async function signIn(server: Server, email: string): Promise<Browser> {
  const browser = browserOf(server);
  await browser.post("/api/auth/send-code", { email });
  const code = await codeIn(server, new RegExp(`${email} is `));
  expect((await browser.post("/api/auth/verify-code", { code })).status).toBe(200);
  await browser.post("/api/auth/complete-registration", { username: email.split("@")[0] });
  return browser;
}

async function run(env: Record<string, string>, ...args: string[]): Promise<[code: unknown, text: string]> {
  const { ended, said } = installed.start(env, { args });
  return [await ended, said()];
}

test("The bundle imports nothing but Node's modules, its own files, and the native modules beside it", async () => {
  const foreign = new Set<string>();
  for (const name of await readdir(installed.folder, { recursive: true })) {
    if (!name.endsWith(".js") || name.startsWith("compile-cache")) continue;
    const code = await readFile(join(installed.folder, name), "utf8");
    const imports = code.matchAll(
      /^(?:import|export)\b[^"'`;]*?["']([^"']+)["']|\bimport\(["']([^"']+)["']\)/gm,
    );
    for (const [, fixed = "", later = fixed] of imports)
      if (!/^\.|^node:/.test(later) && !builtinModules.includes(later)) foreign.add(later);
  }
  // A rate limiter that the server does not use imports Valkey.
  expect([...foreign].toSorted()).toEqual([...NATIVE_MODULES, "@valkey/valkey-glide"].toSorted());
});

test("Every part that is loaded later works in an installed server, and so does every command", async () => {
  const mug = await plainPicture("jpeg", 40, 30);
  const site = await servePages([page("/mug", html(og({ "og:title": "Blue Mug" })), {})]);
  onTestFinished(site.stop);
  const purged: string[] = [];
  const cdn = await serve((request, response) => {
    purged.push(request.method ?? "");
    response.end();
  });
  onTestFinished(cdn.stop);
  const env = { DATA_DIR: join(await temporaryFolder(), "data"), OUTBOUND_ALLOW: site.allow };
  const server = await startServer(env);
  const ada = await signIn(server, "ada@example.org");
  const { id } = (await (await ada.post("/api/shelves", { name: "Books" })).json()) as { id: string };

  // encode-process.js, and sharp in the server.
  const fields = { title: "Emma", url: "https://example.org", emoji: "📚", image: new Blob([mug]) };
  expect((await ada.form("POST", `/api/shelves/${id}/items`, fields)).status).toBe(200);
  // css-process.js.
  await ada.put("/api/settings", { customCss: ".shelf { color: red; behavior: url(x) }" });
  const visitor = browserOf(server);
  const shown = async () => (await visitor.get("/ada")).text();
  const styled = await shown();
  expect([styled.includes("color:red"), styled.includes("url(x)")]).toEqual([true, false]);
  // og-image-process.js, the fonts of each script and the drawings.
  for (const displayName of ["Ada", "مريم", "מיכל", "三浦さくら", "김민수", "张伟", "สมชาย", "नमस्ते"]) {
    expect((await ada.put("/api/user/profile", { displayName })).status).toBe(200);
    const [, preview = ""] = /"og:image" content="[^"]*?(\/media\/preview\/[^"]+)"/.exec(await shown()) ?? [];
    const drawn = await visitor.get(preview);
    expect([displayName, drawn.status, drawn.headers.get("Content-Type")]).toEqual([
      displayName,
      200,
      "image/jpeg",
    ]);
  }
  for (const { path } of PAGE_FONTS) expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
  // outbound-process.js, page-reader-process.js.
  const read = await ada.post("/api/link-details", { url: `${site.origin}/mug` });
  expect(await read.json()).toMatchObject({ title: "Blue Mug" });
  // The countries of addresses.
  await visitor.post(
    "/api/analytics/track",
    { username: "ada", eventType: "view" },
    { "X-Forwarded-For": "133.1.2.3", "User-Agent": MAC },
  );
  const countries = () => ada.get("/api/analytics/breakdown?by=country").then((answer) => answer.text());
  await expect.poll(countries).toContain("JP");
  // read-export-process.js.
  await ada.post("/api/user/export-code");
  const code = await codeIn(server, /export\D*/);
  await ada.post("/api/user/export-confirmation", { code });
  const exported = await bytesOf(await ada.get("/api/user/export"));
  const body = { body: exported, headers: { "Content-Type": "application/zip" } };
  const eve = await signIn(server, "eve@example.org");
  expect((await eve.send("POST", "/api/user/import", body)).status).toBe(200);
  expect((await visitor.get("/readyz")).status).toBe(200);

  const commands = new Map<string, [code: unknown, text: string]>();
  const shelv = async (...args: string[]) => {
    const ran = await run(env, ...args);
    commands.set(args[0] ?? "", ran);
    return ran;
  };
  expect(await shelv("plan", "ada", "premium")).toEqual([0, expect.stringContaining("has the Premium plan")]);
  expect(await shelv("suspend", "ada", "--reason", "x")).toEqual([
    0,
    expect.stringContaining("is suspended"),
  ]);
  expect(await shelv("restore-page", "ada")).toEqual([0, expect.stringContaining("is shown again")]);
  // It would report to the CDN again after a minute.
  const PURGE_ENV = { ...env, PURGE_URL: cdn.origin, PUBLIC_URL: server.origin };
  const purge = installed.start(PURGE_ENV, { args: ["restore-page", "ada"] });
  await expect.poll(() => purged, { timeout: 30_000 }).toEqual(["POST"]);
  purge.process.kill("SIGKILL");
  expect(await shelv("check")).toEqual([0, expect.stringContaining("Nothing is missing.")]);
  const backup = join(await temporaryFolder(), "backup.zip");
  expect(await shelv("backup", backup)).toEqual([0, expect.stringContaining("the database and 2 pictures")]);
  expect(await shelv("restored")).toEqual([0, expect.stringContaining("has a new epoch")]);
  await stop(server);
  expect(await shelv("restore", backup, "--replace")).toEqual([
    0,
    expect.stringContaining("is as it was in"),
  ]);

  const restored = await startServer(env);
  const original = originalPath(sha256Of(mug));
  expect((await browserOf(restored).get(original)).status).toBe(200);
  await stop(restored);
  const database = await takeDatabase();
  const url = database?.url ?? "";
  onTestFinished(() => database?.release());
  const copied = await shelv("copy", "--from", `sqlite:${env.DATA_DIR}`, "--to", url);
  expect(copied).toEqual([0, expect.any(String)]);
  const onPostgres = await startServer({
    ...env,
    DATABASE_URL: url,
    SESSION_SECRET: "of-the-tests".repeat(3),
  });
  expect(await (await browserOf(onPostgres).get("/ada")).text()).toContain("Books");
  await stop(onPostgres);

  const [, usage] = await run(env, "help");
  const named = [...usage.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name = ""]) => name);
  expect([...commands.keys()].toSorted()).toEqual(named.toSorted());
  const files = new Set((await readdir(installed.folder)).filter((name) => name.endsWith(".js")));
  // Each of these ran above; the checkpoint worker begins after the first answer.
  expect([...files].toSorted()).toEqual([
    "checkpoint-worker.js",
    "command-line.js",
    "css-process.js",
    "encode-process.js",
    "main.js",
    "og-image-process.js",
    "outbound-process.js",
    "page-reader-process.js",
    "read-export-process.js",
  ]);
}, 300_000);
