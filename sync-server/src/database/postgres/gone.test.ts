import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Device, newShelf, sent } from "#testing/device";
import { openTestServer } from "#testing/open-test-server";
import { takeDatabase } from "#testing/postgres/take-database";

const SOCKET = ".s.PGSQL.5432";

class Line {
  readonly folder: string;
  readonly #to: string;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #isSilent = false;
  #server: Server | null = null;

  constructor(folder: string, to: string) {
    this.folder = folder;
    this.#to = to;
  }

  async open(): Promise<void> {
    const server = createServer((socket) => {
      const other = connect(join(this.#to, SOCKET));
      for (const pair of [
        [socket, other],
        [other, socket],
      ] as const) {
        const [one, next] = pair;
        this.#pairs.add(pair);
        if (!this.#isSilent) one.pipe(next);
        one.on("error", () => next.destroy());
        one.on("close", () => next.destroy());
      }
    });
    await new Promise<void>((resolve) => void server.listen(join(this.folder, SOCKET), resolve));
    this.#server = server;
  }

  async cut(): Promise<void> {
    const closed = new Promise<unknown>((resolve) => this.#server?.close(resolve) ?? resolve(null));
    for (const [socket] of this.#pairs) socket.destroy();
    this.#pairs.clear();
    await closed;
    await rm(join(this.folder, SOCKET), { force: true });
  }

  silence(): void {
    this.#isSilent = true;
    for (const [one, next] of this.#pairs) one.unpipe(next).pause();
  }

  endSilence(): void {
    this.#isSilent = false;
    for (const [one, next] of this.#pairs) one.pipe(next);
  }
}

async function serverBehindLine() {
  const database = await takeDatabase();
  const direct = new URL(database?.url ?? "");
  const folder = await mkdtemp(join(tmpdir(), "shelv-line-"));
  const line = new Line(folder, direct.searchParams.get("host") ?? "");
  await line.open();
  onTestFinished(async () => {
    await line.cut();
    await rm(folder, { recursive: true });
    await database?.release();
  });
  direct.searchParams.set("host", folder);
  const server = await openTestServer({ env: { DATABASE_URL: direct.href } });
  const ada = await server.signedIn("ada@example.org", "ada");
  return { line, server, ada };
}

test("Without PostgreSQL requests get 503 and a time to retry; the server and devices' queues continue once it is back", async () => {
  const { line, server, ada } = await serverBehindLine();
  const device = await Device.of(ada);
  const change = sent(1, "shelf.create", newShelf("Books"));
  const page = async () => {
    const { status, headers } = await server.browser().get("/ada");
    return [status, headers.get("Cache-Control"), headers.get("CDN-Cache-Control")];
  };
  const [, ...cached] = await page();

  await line.cut();
  await expect.poll(page).toEqual([200, "no-store, no-transform", null]);
  for (const answer of [
    await device.ask({ mutations: [change] }),
    await ada.get("/api/items"),
    await server.browser().get("/eve"),
    await server.browser().post("/api/auth/send-code", { email: "eve@example.org" }),
  ])
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect((await server.browser().get("/healthz")).status).toBe(503);
  const ready = await server.browser().get("/readyz");
  expect([ready.status, ((await ready.json()) as { problems: string[] }).problems[0]]).toEqual([
    503,
    "The database does not answer.",
  ]);
  expect(server.printed.filter((text) => text.includes('"bug"'))).toEqual([]);
  expect(server.printed.filter((text) => text.includes('"alarm":"database"'))).toHaveLength(1);

  await line.open();
  expect((await device.sync([change])).lastMid).toBe(1);
  await expect.poll(page).toEqual([200, ...cached]);
  const shelves = (await (await ada.get("/api/shelves")).json()) as { name: string }[];
  expect(shelves.map(({ name }) => name)).toEqual(["Books"]);
  expect((await server.browser().get("/healthz")).status).toBe(200);
});

test("While PostgreSQL does not answer, checks of health get 503 within seconds, and requests before their clients give up", async () => {
  const { line, server, ada } = await serverBehindLine();
  const ready = async () => {
    server.wait(1000);
    const { status, problems } = (await (await server.browser().get("/readyz")).json()) as {
      status: string;
      problems: string[];
    };
    return [status, ...problems.slice(0, 2)];
  };
  expect(await ready()).toEqual(["ok"]);
  line.silence();
  const startedAt = performance.now();
  const [health, problems] = await Promise.all([server.browser().get("/healthz"), ready()]);
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect([health.status, problems]).toEqual([
    503,
    ["unavailable", "The database does not answer.", "The database's migrations cannot be read."],
  ]);
  const answer = await ada.get("/api/items");
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  expect(server.printed.filter((text) => text.includes('"bug"'))).toEqual([]);

  line.endSilence();
  await expect.poll(ready).toEqual(["ok"]);
  expect((await ada.get("/api/items")).status).toBe(200);
});
