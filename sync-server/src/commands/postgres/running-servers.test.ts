import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { markRestored } from "#commands/mark-restored";
import { setPlan } from "#commands/set-plan";
import { restorePage, suspendPage } from "#commands/suspend-page";
import { Device, newShelf, sent } from "#testing/device";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { inDatabase } from "#testing/postgres/start-cluster";

test("A running server shows a suspension, its end and a set plan at once, and its devices pull", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const { id } = (await (await ada.get("/api/auth/me")).json()) as { id: string };
  const page = async () => (await server.browser().get("/ada")).status;
  expect(await page()).toBe(200);
  const events = (await ada.get(`/api/sync/events?user=${id}`)).body?.getReader();
  const nextPoke = async () => new TextDecoder().decode((await events?.read())?.value);
  await nextPoke();
  expect(await suspendPage(server.place, "ada", "Phishing")).toContain("Visitors see that at once");
  await expect.poll(page).toBe(451);
  expect(await nextPoke()).toContain("changed");
  await restorePage(server.place, "ada");
  await expect.poll(page).toBe(200);
  expect(await nextPoke()).toContain("changed");
  await setPlan(server.place, "ada", "premium");
  expect(await nextPoke()).toContain("changed");
  await events?.cancel();
});

test("After a fail-over that lost commits, devices send them again, beside a running server", async () => {
  const env = { SESSION_SECRET: "of-every-server".repeat(3) };
  const server = await openTestServer({ env });
  const ada = await server.signedIn("ada@example.org", "ada");
  const device = await Device.of(ada);
  const changes = [1, 2, 3].map((mid) => sent(mid, "shelf.create", newShelf(`Shelf ${mid}`)));
  await device.sync(changes.slice(0, 1));
  const leaderUrl = server.database?.url ?? "";
  await server.services.bus.close();
  await server.services.db.close();
  const standbyUrl = await copyDatabase(leaderUrl);

  const leader = await openTestServer({ at: server, env });
  device.moveTo(sameBrowser(leader, ada));
  expect((await device.sync(changes.slice(1))).lastMid).toBe(3);

  const standby = await openTestServer({ at: server, env: { ...env, DATABASE_URL: standbyUrl } });
  const browser = sameBrowser(standby, ada);
  device.moveTo(browser);
  const names = async () =>
    ((await (await browser.get("/api/shelves")).json()) as { name: string }[])
      .map(({ name }) => name)
      .toSorted();
  expect(await names()).toEqual(["Shelf 1"]);
  expect(await markRestored(standby.place)).toContain("new epoch");

  const { epoch } = device;
  const answer = await device.sync();
  expect([answer.reset, answer.lastMid, answer.epoch === epoch]).toEqual([true, 1, false]);
  expect((await device.sync(changes.slice(1))).lastMid).toBe(3);
  expect((await device.sync(changes)).lastMid).toBe(3);
  expect(await names()).toEqual(["Shelf 1", "Shelf 2", "Shelf 3"]);
});

async function copyDatabase(url: string): Promise<string> {
  const admin = new URL(url);
  admin.pathname = "/postgres";
  const copy = new URL(url);
  copy.pathname = `/standby_${randomUUID().replaceAll("-", "")}`;
  const [name, original] = [copy, new URL(url)].map(({ pathname }) => pathname.slice(1));
  await inDatabase(admin.href, async (client) => {
    await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
      original,
    ]);
    await client.query(`create database ${name} template ${original}`);
  });
  onTestFinished(() =>
    inDatabase(admin.href, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  );
  return copy.href;
}

function sameBrowser(server: TestServer, { cookies }: { cookies: Map<string, string> }) {
  const browser = server.browser();
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}
