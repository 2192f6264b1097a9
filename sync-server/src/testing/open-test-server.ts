/** The real server on a database of its own; only its clock is the test's. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import PostalMime from "postal-mime";
import { onTestFinished } from "vitest";
import { type App, type AppOptions, createApp, openApp } from "#app";
import type { DatabasePlace } from "#commands/with-database";
import { readSettings, type Settings } from "#settings";
import type { WebApp } from "#web-app/load-web-app";
import { Browser } from "./browser.ts";
import { takeDatabase, type TestDatabase } from "./postgres/take-database.ts";

type Options = {
  env?: Record<string, string>;
  webApp?: WebApp;
  at?: Pick<TestServer, "folder"> & Partial<Pick<TestServer, "database">>;
} & Pick<AppOptions, "work" | "workQuota">;

export type TestServer = {
  app: Hono;
  services: App;
  folder: string;
  place: DatabasePlace & Pick<Settings, "bucket">;
  database: TestDatabase | null;
  printed: string[];
  wait(ms: number): void;
  browser(): Browser;
  signedIn(email: string, username: string | null): Promise<Browser>;
  codeFor(email: string): Promise<string>;
  close: () => Promise<void>;
};

export async function openTestServer(options: Options = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  onTestFinished(server.close);
  return server;
}

/** The caller closes it. */
export async function startTestServer({
  env = {},
  webApp = new Map(),
  at,
  work,
  workQuota,
}: Options = {}): Promise<TestServer> {
  const folder = at?.folder ?? (await mkdtemp(join(tmpdir(), "shelv-test-")));
  const database = at ? (at.database ?? null) : await takeDatabase();
  const printed: string[] = [];
  let time = Date.parse("2026-03-01T12:00:00Z");
  const services = await openApp({
    settings: readSettings({
      ...(database && { DATABASE_URL: database.url, SESSION_SECRET: "of-the-tests".repeat(3) }),
      ...env,
    }),
    dataFolder: folder,
    now: () => new Date(time),
    print: (line) => void printed.push(line),
    ...(work && { work }),
    ...(workQuota && { workQuota }),
  });
  const end = async () => {
    await services.close();
    if (!at) await database?.release();
    await rm(folder, { recursive: true, force: true });
  };
  let ended: Promise<void> | undefined;
  // Once: the released database may belong to another server by then.
  const close = () => (ended ??= end());
  const app = createApp(services, { webApp, checksAnswers: true });
  let browsers = 0;
  /** Each browser has its own /48, the unit of the rate limits. */
  const browser = () => {
    const incoming = { socket: { remoteAddress: `2001:db8:${(++browsers).toString(16)}::1` } };
    return new Browser(
      (request) => app.fetch(request, { incoming }),
      env.PUBLIC_URL ?? "http://localhost:3000",
    );
  };
  const codeFor = (email: string) => newestCode(join(folder, "mail"), email);

  async function signedIn(email: string, username: string | null): Promise<Browser> {
    const person = browser();
    await person.post("/api/auth/send-code", { email });
    await person.post("/api/auth/verify-code", { code: await codeFor(email) });
    if (username !== null) await person.post("/api/auth/complete-registration", { username });
    return person;
  }
  return {
    app,
    services,
    folder,
    place: { dataDir: folder, databaseUrl: services.settings.databaseUrl, bucket: services.settings.bucket },
    database,
    printed,
    wait: (ms) => void (time += ms),
    browser,
    signedIn,
    codeFor,
    close,
  };
}

async function newestCode(folder: string, email: string): Promise<string> {
  const mails = (await readdir(folder)).filter((name) => name.endsWith(".eml"));
  for (const name of mails.toSorted().toReversed()) {
    const mail = await PostalMime.parse(await readFile(join(folder, name)));
    if (mail.to?.[0]?.address === email) return /\d{6}/.exec(mail.text ?? "")?.[0] ?? "";
  }
  throw new Error(`No mail to ${email}`);
}
