/**
 * Two devices behind proxies that lose, double, delay, cut and replace answers, and never pass one request's
 * content. HOSTILE_PROXY_S: seconds, 15 by default (`npm run test:long`: 20 minutes); HOSTILE_PROXY_SEED: a
 * run's seed.
 */
import type { Page } from "@playwright/test";
import { seeded } from "#e2e/support/data/seeded";
import { expect, test } from "#e2e/support/app-test";
import { HostileProxy } from "#e2e/support/network/hostile-proxy";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { deviceTruth, type DeviceTruth } from "#e2e/support/page/device-truth";
import { deleteHere, makeShelf, shelfNames, storedNames } from "#e2e/support/steps/shelf-steps";
import { signIn, signUp } from "#e2e/support/steps/sign-up";
import type { TestServer } from "#e2e/support/server";

const LENGTH_MS = Number(process.env["HOSTILE_PROXY_S"] ?? 15) * 1000;
const SEED = Number(process.env["HOSTILE_PROXY_SEED"] ?? Date.now() % 2 ** 31);
const FORBIDDEN = "Forbidden words";
const SHELVES_AT_MOST = 25;
/** A header may lag behind the database. */
const TRUE_WITHIN_MS = 5000;
const SETTLED_WITHIN_MS = 60_000;

type Device = {
  name: string;
  page: Page;
  network: HostileProxy;
  made: Set<string>;
  deleted: Set<string>;
  hasPicture: boolean;
};

test.use({ serverEnv: { PLAN_LIMITS: "off" } });

test("behind a hostile proxy the header is always true, and nothing is lost or doubled", async ({
  page,
  openDevice,
  server,
  consoleWatch,
}) => {
  test.setTimeout(LENGTH_MS + 240_000);
  console.info(`seed ${SEED}`);
  consoleWatch.allow(/net::ERR_/, /EventSource/, /Failed to (?:fetch|load)/, /40[03]|50[023]/, /MIME type/);
  const random = seeded(SEED);
  const devices: Device[] = [];
  for (const [name, tab] of [
    ["phone", page],
    ["laptop", await openDevice({ serviceWorkers: "allow" })],
  ] as const) {
    const network = await HostileProxy.before(server, random);
    devices.push({ name, page: tab, network, made: new Set(), deleted: new Set(), hasPicture: false });
  }
  const [phone, laptop] = devices as [Device, Device];
  const owner = await signUp(phone.page, server, { username: "ida" }, phone.network.address);
  await signIn(laptop.page, server, owner, laptop.network.address);
  for (const device of devices) {
    await settled(device);
    await untilAppCached(device.page);
  }

  for (const { network } of devices) network.faultRate = 0.5;
  const end = Date.now() + LENGTH_MS;
  for (let step = 0; Date.now() < end; step += 1) {
    const device = random() < 0.5 ? phone : laptop;
    await act(device, step, random);
    for (const each of devices) await expectTruth(each, server);
  }

  for (const { network } of devices) Object.assign(network, { faultRate: 0, isDown: false, forbidden: null });
  for (const { page: tab } of devices) await tab.evaluate(() => dispatchEvent(new Event("online")));
  for (const device of devices) await settled(device);
  const deleted = new Set(devices.flatMap((device) => [...device.deleted]));
  const expected = devices.flatMap(({ made }) => [...made]).filter((name) => !deleted.has(name));
  expect(await storedNames(phone.page, server)).toEqual(expected.toSorted());
  for (const device of devices)
    await expect.poll(async () => (await shelfNames(device.page)).toSorted()).toEqual(expected.toSorted());
  expect(await hasStoredPicture(phone.page, server)).toBe(phone.hasPicture);
  for (const { network } of devices) await network.proxy.close();
});

async function act(device: Device, step: number, random: () => number) {
  const { name, page, network, made, deleted } = device;
  const dice = random();
  if (dice < 0.1) network.isDown = !network.isDown;
  else if (dice < 0.15) network.forbidden = network.forbidden === null ? FORBIDDEN : null;
  else if (dice < 0.22) {
    await page.reload();
    await expect(page.locator("main > header [data-phase]")).toBeVisible();
  } else if (dice < 0.26 && name === "phone") {
    await choosePhoto(page, random);
    device.hasPicture = true;
  } else if (dice < 0.4 || (await shelfNames(page)).length >= SHELVES_AT_MOST) {
    const own = (await shelfNames(page)).filter((shelf) => made.has(shelf));
    const toDelete = own[Math.floor(random() * own.length)];
    if (toDelete === undefined) return;
    await deleteHere(page, toDelete);
    deleted.add(toDelete);
    await expect(page.getByRole("article", { name: toDelete, exact: true })).toHaveCount(0);
  } else {
    const number = String(step).padStart(5, "0");
    const shelf = random() < 0.1 ? `${FORBIDDEN} ${number}` : `${name} ${number}`;
    await makeShelf(page, shelf);
    made.add(shelf);
  }
}

async function choosePhoto(page: Page, random: () => number): Promise<void> {
  const shelves = page.url();
  await page.goto(new URL("/account", shelves).href);
  const [red, green, blue] = [random() * 256, random() * 256, random() * 256];
  const header = [...Buffer.from("GIF89a"), 1, 0, 1, 0, 0x80, 0, 0, red, green, blue, 0, 0, 0];
  const pixel = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b];
  await page
    .getByLabel("Profile picture")
    .locator("input[type=file]")
    .setInputFiles({ name: "me.gif", mimeType: "image/gif", buffer: Buffer.from([...header, ...pixel]) });
  await expect(page.getByText("Profile picture updated successfully").first()).toBeVisible();
  await page.goto(shelves);
}

async function expectTruth(device: Device, server: TestServer): Promise<void> {
  let lie = "";
  const until = Date.now() + TRUE_WITHIN_MS;
  do {
    lie = await lieOf(device, server);
    if (lie === "") return;
    await device.page.evaluate(() => new Promise(requestAnimationFrame));
  } while (Date.now() < until);
  expect(lie, `what the ${device.name} claims (seed ${SEED})`).toBe("");
}

async function lieOf(device: Device, server: TestServer): Promise<string> {
  const truth = await deviceTruth(device.page);
  if (truth === null || truth.said === "") return "the header is not settled";
  const { said, pending, rejected } = truth;
  const waiting = /\((\d+) waiting\)/.exec(said)?.[1];
  if (waiting !== undefined && Number(waiting) !== pending) return `${said}, but ${pending} wait`;
  if (said === "Saved everywhere") return savedLie(device, server, truth);
  if (said.startsWith("Offline"))
    return device.network.hasLastAnswered ? `${said}, but the server answers` : "";
  if (/^\d+ needs? attention$/.test(said)) return rejected > 0 ? "" : `${said}, but nothing is rejected`;
  if (said === "Saving…") return pending > 0 ? "" : `${said}, but nothing waits`;
  return said.startsWith("Saved on this device (") ? "" : `${said} is not a state of the header`;
}

async function savedLie(
  { page, made, deleted, hasPicture }: Device,
  server: TestServer,
  { pending, rejected }: DeviceTruth,
): Promise<string> {
  if (pending + rejected > 0) return `Saved everywhere, but ${pending} wait and ${rejected} are rejected`;
  if (hasPicture && !(await hasStoredPicture(page, server)))
    return "Saved everywhere, but the photo is missing";
  const stored = new Set(await storedNames(page, server));
  const missing = [...made].filter((shelf) => !deleted.has(shelf) && !stored.has(shelf));
  const left = [...deleted].filter((shelf) => stored.has(shelf));
  return missing.length + left.length > 0
    ? `Saved everywhere, but the server lacks ${missing.join()} and still has ${left.join()}`
    : "";
}

async function hasStoredPicture(page: Page, server: TestServer): Promise<boolean> {
  const answer = await page.request.get(`${server.address}/api/auth/me`);
  return ((await answer.json()) as { profileImageUrl: string | null }).profileImageUrl !== null;
}

const settled = ({ page }: Device) =>
  expect
    .poll(() => deviceTruth(page), { timeout: SETTLED_WITHIN_MS })
    .toEqual({ said: "Saved everywhere", pending: 0, rejected: 0 });
