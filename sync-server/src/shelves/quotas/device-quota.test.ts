import { NO_OP, type SentMutation } from "@shelv/contract/sync";
import { v7 as uuid } from "uuid";
import { expect, test, vi } from "vitest";
import { DEVICES_MAX, RESULTS_MAX } from "#shelves/sync-state/sync-client";
import { Device, newShelf, sent } from "#testing/device";
import type { TestServer } from "#testing/open-test-server";
import { ownerWithDevice, shelves } from "#testing/owner-with-device";

vi.setConfig({ testTimeout: 60_000 });

const rejected = (mid: number): SentMutation => ({
  mid,
  opId: uuid(),
  name: NO_OP,
  v: 0,
  args: { code: "c".repeat(60), message: "m".repeat(500) },
});
const from = (mid: number, count: number) => Array.from({ length: count }, (_, at) => rejected(mid + at));
const stored = async ({ services: { db } }: TestServer, table: "sync_result" | "sync_client") =>
  (await db.reader.selectFrom(table).selectAll().execute()).length;

test("A device that never acknowledges has at most 1,000 rejections stored and sent", async () => {
  const { server, device } = await ownerWithDevice();
  for (let batch = 0; batch < 5; batch += 1)
    await device.sync(from(1 + batch * 500, 500), { ack: batch * 500 });
  expect(await stored(server, "sync_result")).toBe(RESULTS_MAX);
  const { results, lastMid } = await device.sync([], { ack: 2000 });
  expect([results.length, results[0]?.mid, lastMid]).toEqual([500, 2001, 2500]);
});

test("A device that lacks deleted rejections starts over, and nothing is applied twice", async () => {
  const { server, device } = await ownerWithDevice();
  const made = sent(1, "shelf.create", newShelf("Books"));
  const edit = sent(2, "shelf.update", { id: uuid(), patch: { name: "x" }, was: {} });
  await device.sync([made, edit]);
  for (let batch = 0; batch < 3; batch += 1)
    await device.sync(from(3 + batch * 500, 500), { ack: 2 + batch * 500 });
  // An older copy of the device's store, without any answer.
  const heard = await device.sync([], { ack: 0 });
  expect([heard.lastMid, heard.results, await stored(server, "sync_result")]).toEqual([0, [], 0]);
  const again = await device.sync([made, edit], { ack: 0, cursor: 0 });
  expect([again.lastMid, again.results.map(({ mid, code }) => `${mid} ${code}`), shelves(again)]).toEqual([
    2,
    ["2 shelf-not-found"],
    ["Books"],
  ]);
});

test("A device that lacks deleted rejections restarts no other device", async () => {
  const { device } = await ownerWithDevice();
  for (let batch = 0; batch < 3; batch += 1)
    await device.sync(from(1 + batch * 500, 500), { ack: batch * 500 });
  const { epoch } = device;
  // An older copy, after the first answers.
  expect(await device.sync([], { ack: 300 })).toMatchObject({ epoch, lastMid: 0, gap: true, reset: true });
});

test("Above 100 devices the longest unseen is deleted; when it returns it sends again and loses nothing", async () => {
  const { server, ada, device } = await ownerWithDevice();
  const made = sent(1, "shelf.create", newShelf("Books"));
  await device.sync([made]);
  server.wait(60_000);
  const other = await Device.of(ada);
  await other.sync([rejected(1)]);
  for (let at = 0; at < DEVICES_MAX - 1; at += 1) {
    server.wait(60_000);
    await device.sync([sent(1, "shelf.update", { id: uuid(), patch: { name: "x" }, was: {} })], {
      clientId: uuid(),
      pull: false,
    });
  }
  expect(await stored(server, "sync_client")).toBe(DEVICES_MAX);
  const late = sent(2, "shelf.create", newShelf("Late"));
  const back = await device.sync([late], { ack: 1 });
  expect([back.gap, back.reset, back.lastMid, back.epoch]).toEqual([true, true, 0, other.epoch]);
  expect(shelves(back)).toEqual(["Books"]);
  const again = await device.sync([made, late], { ack: 0, cursor: 0 });
  expect([again.gap, again.lastMid, new Set(shelves(again))]).toEqual([false, 2, new Set(["Books", "Late"])]);
  expect(await stored(server, "sync_client")).toBe(DEVICES_MAX);
});

test("A device that only pulls counts as seen, and is deleted later than one that does not sync", async () => {
  const { server, device } = await ownerWithDevice();
  const silent = uuid();
  await device.sync([rejected(1)]);
  await device.sync([rejected(1)], { clientId: silent });
  server.wait(25 * 60 * 60_000);
  await device.sync([], { ack: 1 });
  for (let at = 0; at < DEVICES_MAX - 1; at += 1)
    await device.sync([rejected(1)], { clientId: uuid(), pull: false });
  const known = await server.services.db.reader.selectFrom("sync_client").select("client_id").execute();
  expect(known.map(({ client_id }) => client_id)).toContain(device.clientId);
  expect(known.map(({ client_id }) => client_id)).not.toContain(silent);
});
