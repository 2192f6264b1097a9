/** The server's clock jumps ahead by 500 days, long enough for every sweep to run, and is then corrected. */
import { expect, onTestFinished, test } from "vitest";
import { lookAtClock } from "./sweep-clock.ts";
import { SESSION_VALID_MS } from "#sign-in/sessions";
import type { Browser } from "#testing/browser";
import { Device, newShelf, sent } from "#testing/device";
import { startTestServer, type TestServer } from "#testing/open-test-server";
import { JobRunner } from "./job-runner.ts";
import { housekeeping } from "#housekeeping";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const AHEAD_MS = 500 * DAY_MS;
const ADA = "ada@example.org";
const EVE = "eve@example.org";

const sweep = ({ services }: TestServer) => new JobRunner(services, housekeeping(services)).runDue();

async function oldServer(): Promise<TestServer> {
  const server = await startTestServer();
  for (let seen = 0; seen < 500; seen += 7) {
    await lookAtClock(server.services);
    server.wait(7 * DAY_MS);
  }
  return server;
}

async function restarted(before: TestServer): Promise<TestServer> {
  const at = before.services.now().getTime();
  await before.services.close();
  const after = await startTestServer({ at: before });
  after.wait(at - after.services.now().getTime());
  return after;
}

async function deleteAccount(server: TestServer, browser: Browser, email: string) {
  await browser.post("/api/user/deletion-code");
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ code: await server.codeFor(email) });
  expect((await browser.send("DELETE", "/api/user", { body, headers })).status).toBe(204);
}

async function rows({ services: { db } }: TestServer) {
  const tables = [
    "sync_client",
    "sync_op",
    "sync_tombstone",
    "session",
    "forgotten_username",
    "notice",
  ] as const;
  const counts: Record<string, number> = {};
  for (const table of tables)
    counts[table] = (await db.reader.selectFrom(table).selectAll().execute()).length;
  return counts;
}

test.each(["at once", "after two days"])(
  "A clock that is 500 days ahead, and corrected %s, makes the server delete nothing, with a restart in between",
  async (when) => {
    let server = await oldServer();
    onTestFinished(() => server.close());
    await deleteAccount(server, await server.signedIn(EVE, "eve"), EVE);
    const ada = await server.signedIn(ADA, "ada");
    const [laptop, phone] = [await Device.of(ada), await Device.of(ada)];
    const [shelf, gone] = [newShelf("Books"), newShelf("Gone")];
    const rename = (mid: number, to: string, was: string) =>
      sent(mid, "shelf.update", { id: shelf.id, patch: { name: to }, was: { name: was } });
    const acknowledged = [
      sent(1, "shelf.create", shelf),
      rename(2, "Old title", "Books"),
      sent(3, "shelf.create", gone),
      sent(4, "shelf.delete", { id: gone.id }),
    ];
    await laptop.sync(acknowledged);
    await phone.sync([rename(1, "New title", "Books")]);
    await sweep(server);
    const before = await rows(server);
    expect(Object.values(before)).not.toContain(0);

    server.wait(AHEAD_MS);
    await sweep(server);
    expect((await ada.get("/api/auth/me")).status).toBe(401);
    server = await restarted(server);
    for (const hours of when === "at once" ? [1] : [1, 25, 25]) {
      server.wait(hours * HOUR_MS);
      await sweep(server);
    }
    server.wait(-AHEAD_MS);
    await sweep(server);
    server = await restarted(server);
    server.wait(HOUR_MS);
    await sweep(server);

    expect(await rows(server)).toEqual(before);
    const again = await server.signedIn(ADA, null);
    const device = await Device.of(again);
    expect(device.userId).toBe(laptop.userId);
    const { clientId, epoch, cursor } = laptop;
    const answer = await device.sync(acknowledged, { clientId, epoch, cursor });
    expect([answer.reset, answer.lastMid]).toEqual([false, 4]);
    expect((await (await again.get("/api/shelves")).json()) as object[]).toMatchObject([
      { name: "New title" },
    ]);
    const nobody = await server.signedIn("new@example.org", null);
    expect(await (await nobody.get("/api/check-username/eve")).json()).toEqual({ available: false });
  },
);

test("A session from before the wrong clock works again, and one from that time ends like any other", async () => {
  const server = await oldServer();
  onTestFinished(server.close);
  const before = await server.signedIn(ADA, "ada");
  server.wait(AHEAD_MS);
  await sweep(server);
  const meanwhile = await server.signedIn(ADA, null);
  server.wait(HOUR_MS);
  await sweep(server);
  server.wait(-AHEAD_MS);
  await sweep(server);
  for (const browser of [before, meanwhile]) expect((await browser.get("/api/auth/me")).status).toBe(200);
  server.wait(SESSION_VALID_MS);
  for (const browser of [before, meanwhile]) expect((await browser.get("/api/auth/me")).status).toBe(401);
});

test("Old rows are deleted once the server has observed enough time after the jump", async () => {
  const server = await oldServer();
  onTestFinished(server.close);
  await server.signedIn(ADA, "ada");
  const sessions = async () =>
    (await server.services.db.reader.selectFrom("session").selectAll().execute()).length;
  server.wait(AHEAD_MS);
  for (let days = 0; days < 60; days += 6) {
    await sweep(server);
    expect(await sessions()).toBe(1);
    server.wait(6 * DAY_MS);
  }
  await sweep(server);
  expect(await sessions()).toBe(0);
});
