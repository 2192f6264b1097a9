import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { PokeBody } from "@shelv/contract/sync";
import { v7 as uuid } from "uuid";
import { expect, test, vi } from "vitest";
import { rotateEpochs } from "#shelves/sync-state/epochs";
import { JobRunner } from "#jobs/job-runner";
import { sha256Of } from "#pictures/store-picture";
import { sweepPictures } from "#pictures/sweep-pictures";
import { runAllSteps } from "#testing/run-all-steps";
import { Device, newItem, newShelf, sent } from "#testing/device";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { PictureOwner } from "#testing/picture-owner";
import { picture } from "#testing/pictures";

vi.setConfig({ testTimeout: 60_000 });

const shelf = newShelf("Kiln");
const newMug = (pictures: { picture?: string; cutout?: string }) => newItem(shelf.id, "Mug", pictures);
const nameOf = (at: number) => at.toString(16).padStart(64, "0");
const small = () => picture("png", { width: 40, height: 30 });

async function withDevice() {
  const server = await openTestServer();
  const mira = await PictureOwner.of(server, "mira");
  const device = await Device.of(mira.browser);
  await device.sync([sent(1, "shelf.create", shelf)]);
  const urls = async () =>
    ((await (await mira.browser.get("/api/items")).json()) as Record<string, unknown>[]).map(
      ({ imageUrl, originalImageUrl }) => [imageUrl, originalImageUrl],
    );
  const wants = async () => (await device.sync()).wants;
  return { server, mira, device, urls, wants };
}

const loseFiles = ({ folder }: TestServer, sha256: string) =>
  rm(join(folder, "media", sha256.slice(0, 2), sha256), { recursive: true });

test("An item arrives before its picture, which the answer wants; once uploaded, it shows everywhere", async () => {
  const { server, mira, device, urls, wants } = await withDevice();
  const bytes = await small();
  const sha256 = sha256Of(bytes);
  const answer = await device.sync([sent(2, "item.create", newMug({ picture: sha256 }))]);
  expect([answer.results, answer.wants]).toEqual([[], [sha256]]);
  const page = () => server.browser().get("/mira");
  const before = await page();
  expect(await before.text()).not.toContain(sha256);
  expect(await urls()).toEqual([[null, null]]);

  const poked: PokeBody[] = [];
  const poke = (body: string | null) => void poked.push(JSON.parse(body ?? "null") as PokeBody);
  server.services.hub.add({
    userId: mira.userId,
    tokenHash: "",
    clientId: device.clientId,
    poke,
    check: () => undefined,
    close: () => undefined,
  });
  expect((await mira.put(bytes)).status).toBe(204);
  const { epoch, cursor } = device;
  expect(poked).toEqual([{ base: { epoch, cursor }, cursor: cursor + 1, rows: [], gone: [] }]);
  const after = await page();
  expect(await after.text()).toContain(sha256);
  expect(after.headers.get("ETag")).not.toBe(before.headers.get("ETag"));
  expect(await urls()).toEqual([
    [expect.stringContaining(sha256) as unknown, expect.stringContaining(sha256) as unknown],
  ]);
  expect(await device.sync()).toMatchObject({ cursor: cursor + 1, rows: [], gone: [], more: false });
  expect(await wants()).toEqual([]);

  await mira.put(bytes);
  expect(poked).toHaveLength(1);
});

test("A profile's picture is wanted too, and none is shown until it arrives", async () => {
  const { server, mira, device, wants } = await withDevice();
  const bytes = await small();
  const sha256 = sha256Of(bytes);
  await device.sync([
    sent(2, "profile.update", { patch: { picture: sha256 }, was: { picture: null } }),
    sent(3, "shelf.update", { id: shelf.id, patch: { name: nameOf(1) }, was: {} }),
  ]);
  expect(await wants()).toEqual([sha256]);
  const url = async (path: string) =>
    ((await (await mira.browser.get(path)).json()) as { profileImageUrl: string | null }).profileImageUrl;
  expect([await url("/api/auth/me"), await url("/api/users/mira")]).toEqual([null, null]);
  await mira.put(bytes);
  expect(await wants()).toEqual([]);
  for (const path of ["/api/auth/me", "/api/users/mira"]) expect(await url(path)).toContain(sha256);
  expect(await (await server.browser().get("/mira")).text()).toContain(sha256);
});

test("A picture that no row names any more is not wanted, and is wanted again when the row is restored", async () => {
  const { device, wants } = await withDevice();
  const [one, other] = [
    newMug({ picture: nameOf(1), cutout: nameOf(2) }),
    newMug({ picture: nameOf(1), cutout: nameOf(3) }),
  ];
  await device.sync([sent(2, "item.create", one), sent(3, "item.create", other)]);
  expect(await wants()).toEqual([nameOf(1), nameOf(2), nameOf(3)]);
  await device.sync([sent(4, "item.delete", { id: one.id })]);
  expect(await wants()).toEqual([nameOf(1), nameOf(3)]);
  await device.sync([sent(5, "item.restore", { id: one.id })]);
  expect(await wants()).toEqual([nameOf(1), nameOf(2), nameOf(3)]);
  await device.sync([
    sent(6, "item.update", { id: one.id, patch: { cutout: nameOf(4) }, was: { cutout: nameOf(2) } }),
    sent(7, "item.update", { id: one.id, patch: { cutout: null }, was: { cutout: nameOf(4) } }),
    sent(8, "item.update", { id: one.id, patch: { picture: nameOf(5) }, was: { picture: nameOf(1) } }),
  ]);
  expect(await wants()).toEqual([nameOf(1), nameOf(3), nameOf(5)]);
  await device.sync([sent(9, "shelf.delete", { id: shelf.id })]);
  expect(await wants()).toEqual([]);
  await device.sync([sent(10, "shelf.restore", { id: shelf.id })]);
  expect(await wants()).toEqual([nameOf(1), nameOf(3), nameOf(5)]);
});

test("An answer without rows wants the same pictures, whichever device named them", async () => {
  const { mira, device, wants } = await withDevice();
  const mug = newMug({ picture: nameOf(1) });
  const push = async (change: ReturnType<typeof sent>) =>
    (await device.sync([change], { pull: false, ack: change.mid - 1 })).wants;
  expect(await push(sent(2, "item.create", mug))).toEqual([nameOf(1)]);
  expect(await push(sent(3, "item.delete", { id: mug.id }))).toEqual([]);
  const other = await Device.of(mira.browser);
  await other.sync([sent(1, "item.restore", { id: mug.id })]);
  expect(await push(sent(4, "shelf.update", { id: shelf.id, patch: { name: "Oven" }, was: {} }))).toEqual([
    nameOf(1),
  ]);
  expect(await wants()).toEqual([nameOf(1)]);
});

test("A rejected change wants no picture", async () => {
  const { device } = await withDevice();
  const answer = await device.sync([
    sent(2, "item.create", { ...newMug({ picture: nameOf(1) }), shelfId: uuid() }),
  ]);
  expect([answer.results.map(({ code }) => code), answer.wants]).toEqual([["shelf-not-found"], []]);
});

test("All missing pictures are wanted, a thousand in one answer, on pages after the last row", async () => {
  const { device } = await withDevice();
  const items = Array.from({ length: 600 }, (_, at) =>
    newMug({ picture: nameOf(2 * at), cutout: nameOf(2 * at + 1) }),
  );
  const mutations = items.map((item, at) => sent(2 + at, "item.create", item));
  const names = Array.from({ length: 1200 }, (_, at) => nameOf(at));
  expect((await device.sync(mutations.slice(0, 500), { pull: false })).wants).toEqual(names.slice(0, 1000));
  await device.sync(mutations.slice(500), { pull: false });
  const refused = { mid: 602, code: "item-not-found" };
  const first = await device.sync([sent(602, "item.update", { id: uuid(), patch: {}, was: {} })]);
  expect(first).toMatchObject({ more: true, results: [], wants: names.slice(0, 1000) });
  const last = await device.sync([], { continues: true, wantsAfter: nameOf(999) });
  expect(last).toMatchObject({ more: false, results: [refused], wants: names.slice(1000) });
});

test("A picture with lost files is wanted again once the sweep finds it, and shown again when they are back", async () => {
  const { server, mira, device, urls, wants } = await withDevice();
  const [shown, unused] = [await small(), await picture("png", { width: 41, height: 30 })];
  for (const bytes of [shown, unused]) await mira.put(bytes);
  const sha256 = sha256Of(shown);
  await device.sync([sent(2, "item.create", newMug({ picture: sha256 }))]);
  for (const bytes of [shown, unused]) await loseFiles(server, sha256Of(bytes));
  const { cursor } = device;
  await runAllSteps(sweepPictures(server.services, { seenMs: Infinity }));
  expect([await wants(), device.cursor]).toEqual([[sha256], cursor + 1]);
  expect(await urls()).toEqual([[null, null]]);
  expect(await (await server.browser().get("/mira")).text()).not.toContain(sha256);
  await runAllSteps(sweepPictures(server.services, { seenMs: Infinity }));
  expect([await wants(), device.cursor]).toEqual([[sha256], cursor + 1]);

  await mira.put(shown);
  expect(await wants()).toEqual([]);
  expect(await (await server.browser().get("/mira")).text()).toContain(sha256);
});

test("A picture whose files are restored by hand is no longer wanted after the next sweep or a device's check", async () => {
  const { server, mira, device, wants } = await withDevice();
  const bytes = await small();
  const sha256 = sha256Of(bytes);
  await mira.put(bytes);
  await device.sync([sent(2, "item.create", newMug({ picture: sha256 }))]);
  for (const notice of [
    () => runAllSteps(sweepPictures(server.services, { seenMs: Infinity })),
    () => mira.has(sha256),
  ]) {
    await loseFiles(server, sha256);
    await runAllSteps(sweepPictures(server.services, { seenMs: Infinity }));
    expect(await wants()).toEqual([sha256]);
    await server.services.files.write(sha256, await server.services.pictureEncoder.encode(bytes));
    await notice();
    expect(await wants()).toEqual([]);
  }
});

test("After a restored backup, housekeeping looks for lost pictures at once", async () => {
  const { server, mira, device, wants } = await withDevice();
  const bytes = await small();
  await mira.put(bytes);
  await device.sync([sent(2, "item.create", newMug({ picture: sha256Of(bytes) }))]);
  const pictures = {
    name: "pictures",
    everyMs: 24 * 60 * 60_000,
    forgetsByAge: true,
    steps: (from: string | null) => sweepPictures(server.services, { from, seenMs: Infinity }),
  };
  const housekeeping = new JobRunner(server.services, [pictures]);
  await housekeeping.runDue();
  await loseFiles(server, sha256Of(bytes));
  await rotateEpochs(server.services.db.writer);
  await housekeeping.runDue();
  expect(await wants()).toEqual([sha256Of(bytes)]);
});

test("Bytes that are not a picture are refused although they are wanted, and stay wanted", async () => {
  const { mira, device, wants } = await withDevice();
  const bytes = new TextEncoder().encode("no picture");
  await device.sync([sent(2, "item.create", newMug({ picture: sha256Of(bytes) }))]);
  expect((await mira.put(bytes)).status).toBe(415);
  expect(await wants()).toEqual([sha256Of(bytes)]);
});
