import { NO_OP, type SentMutation, SYNC_SCHEMA } from "@shelv/contract/sync";
import { v7 as uuid } from "uuid";
import { expect, onTestFinished, test } from "vitest";
import { DEVICES_MAX, forgetDevice } from "#shelves/sync-state/sync-client";
import { Device, newShelf, sent } from "#testing/device";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { ownerWithDevice, shelves } from "#testing/owner-with-device";

const POISON = "Poison";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const REJECTED = { code: "server-trouble", message: "The server couldn't save this" };

function failOverPoison({ services: { writeDeps } }: TestServer): void {
  const { afterApply } = writeDeps;
  writeDeps.afterApply = async (trx, done) => {
    if (JSON.stringify(done).includes(POISON)) throw new Error("The server fails over this");
    await afterApply(trx, done);
  };
  onTestFinished(() => void (writeDeps.afterApply = afterApply));
}

async function withPoison() {
  const { server, ada, device } = await ownerWithDevice();
  failOverPoison(server);
  const poison = sent(2, "shelf.create", newShelf(POISON));
  const queue = [sent(1, "shelf.create", newShelf("a")), poison, sent(3, "shelf.create", newShelf("c"))];
  const troubles = () => server.services.db.reader.selectFrom("sync_trouble").selectAll().execute();
  return { server, ada, device, queue, poison, troubles };
}

async function tries(
  server: TestServer,
  device: Device,
  { mutations, times, pauseMs }: { mutations: SentMutation[]; times: number; pauseMs: number },
) {
  const said: unknown[] = [];
  for (let at = 0; at < times; at += 1) {
    const { retry, lastMid } = await device.sync(mutations);
    said.push(retry ?? lastMid);
    server.wait(pauseMs);
  }
  return said;
}

test("A change that the server cannot run is rejected after five tries over ten minutes", async () => {
  const { server, device, queue, troubles } = await withPoison();
  const said = await tries(server, device, { mutations: queue, times: 4, pauseMs: 2.5 * MINUTE_MS });
  expect(said).toEqual([1, 2, 3, 4].map((times) => ({ mid: 2, times })));
  const answer = await device.sync(queue, { cursor: 0 });
  expect([answer.retry, answer.lastMid, new Set(shelves(answer))]).toEqual([null, 3, new Set(["a", "c"])]);
  expect(answer.results).toEqual([{ mid: 2, ...REJECTED }]);
  expect(await troubles()).toEqual([]);
});

test("A mutation that the server does not know is rejected after five tries over ten minutes", async () => {
  const { server, device } = await ownerWithDevice();
  const mutations = [{ mid: 1, opId: uuid(), name: "shelf.paint", v: 1, args: {} }];
  await tries(server, device, { mutations, times: 4, pauseMs: 2.5 * MINUTE_MS });
  expect((await device.sync(mutations)).results).toEqual([{ mid: 1, ...REJECTED }]);
});

test("Many tries in a short time, or few in a long one, reject nothing", async () => {
  const { server, device, queue } = await withPoison();
  expect(await tries(server, device, { mutations: queue, times: 20, pauseMs: 1000 })).toEqual(
    Array.from({ length: 20 }, (_, at) => ({ mid: 2, times: at + 1 })),
  );
  const other = await withPoison();
  expect(
    await tries(other.server, other.device, { mutations: other.queue, times: 4, pauseMs: 60 * MINUTE_MS }),
  ).toEqual([1, 2, 3, 4].map((times) => ({ mid: 2, times })));
});

test("A clock that jumps ahead or back rejects nothing early", async () => {
  for (const jumpMs of [5 * DAY_MS, -5 * DAY_MS]) {
    const { server, device, queue } = await withPoison();
    await tries(server, device, { mutations: queue, times: 3, pauseMs: 1000 });
    server.wait(jumpMs);
    const said = await tries(server, device, { mutations: queue, times: 7, pauseMs: 1000 });
    expect(said.at(-1)).toEqual({ mid: 2, times: 10 });
    const later = await tries(server, device, { mutations: queue, times: 6, pauseMs: 2 * MINUTE_MS });
    expect(later.at(-1)).toBe(3);
  }
});

test("Tries are counted across a restart", async () => {
  const { server, device, queue } = await withPoison();
  await tries(server, device, { mutations: queue, times: 4, pauseMs: 3 * MINUTE_MS });
  const { reader } = server.services.db;
  const before = await reader.selectFrom("sync_trouble").selectAll().execute();
  await server.services.db.close();
  const again = await openTestServer({ at: server });
  failOverPoison(again);
  again.wait(12 * MINUTE_MS);
  expect(await again.services.db.reader.selectFrom("sync_trouble").selectAll().execute()).toEqual(before);
  const { clientId, userId } = device;
  const browser = await again.signedIn("ada@example.org", null);
  const same = Object.assign(await Device.of(browser), { clientId, userId });
  expect((await same.sync(queue)).results).toEqual([{ mid: 2, ...REJECTED }]);
});

test("Another change under the same number starts with no tries", async () => {
  const { server, device, queue } = await withPoison();
  await tries(server, device, { mutations: queue, times: 4, pauseMs: 3 * MINUTE_MS });
  const other = sent(2, "shelf.create", newShelf(POISON));
  expect((await device.sync([other])).retry).toEqual({ mid: 2, times: 1 });
});

test("The count ends when the server applies the change after all, and when the device sends a no-op for it", async () => {
  const { server, device, queue, troubles } = await withPoison();
  await tries(server, device, { mutations: queue, times: 2, pauseMs: 1000 });
  expect(await troubles()).toHaveLength(1);
  const givenUp = { mid: 2, opId: uuid(), name: NO_OP, v: 1, args: REJECTED };
  const answer = await device.sync([givenUp, sent(3, "shelf.create", newShelf(POISON))]);
  expect([answer.results, answer.retry]).toEqual([[{ mid: 2, ...REJECTED }], { mid: 3, times: 1 }]);
  server.services.writeDeps.afterApply = async () => undefined;
  await device.sync([sent(3, "shelf.create", newShelf(POISON))]);
  expect(await troubles()).toEqual([]);
});

test("An account has no more such counts than devices, and a deleted device has none", async () => {
  const { server, ada, device, troubles } = await withPoison();
  for (let at = 0; at < DEVICES_MAX + 2; at += 1) {
    const { epoch, cursor, userId } = device;
    const asked = { schema: SYNC_SCHEMA, clientId: uuid(), epoch, cursor, ack: 0, pull: false };
    const mutations = [sent(1, "shelf.create", newShelf(POISON))];
    await ada.post("/api/sync", { ...asked, mutations }, { "X-User": userId });
    server.wait(1);
  }
  const left = await troubles();
  expect(left).toHaveLength(DEVICES_MAX);
  const clientId = left[0]?.client_id ?? "";
  await server.services.db.writer
    .transaction()
    .execute((trx) => forgetDevice(trx, { userId: device.userId, clientId }, 10));
  expect((await troubles()).map(({ client_id }) => client_id)).not.toContain(clientId);
});
