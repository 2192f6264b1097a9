import { NOTICE_RETENTION_MS } from "@shelv/contract/rows/notice";
import { expect, test } from "vitest";
import { runAllSteps } from "#testing/run-all-steps";
import { Device, newShelf, sent } from "#testing/device";
import { openTestServer } from "#testing/open-test-server";
import { CLIENT_KEPT_MS, OP_KEPT_MS, sweepSync, TOMBSTONE_KEPT_MS } from "./sweep-sync.ts";

async function ownerWithTwoDevices() {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const [laptop, phone] = [await Device.of(ada), await Device.of(ada)];
  const count = async (table: "sync_tombstone" | "sync_op" | "sync_client" | "sync_result" | "sync_writer") =>
    (await server.services.db.reader.selectFrom(table).selectAll().execute()).length;
  return { server, ada, laptop, phone, count };
}

test("A deletion is dropped after its retention, with the writers of the row's fields", async () => {
  const { server, laptop, phone, count } = await ownerWithTwoDevices();
  const shelf = newShelf("Books");
  await laptop.sync([
    sent(1, "shelf.create", shelf),
    sent(2, "shelf.update", { id: shelf.id, patch: { name: "Films" }, was: { name: "Books" } }),
  ]);
  await phone.sync();
  await laptop.sync([sent(3, "shelf.delete", { id: shelf.id })]);
  server.wait(TOMBSTONE_KEPT_MS - 1);
  await runAllSteps(sweepSync(server.services, Infinity));
  expect([await count("sync_tombstone"), await count("sync_writer")]).toEqual([1, 1]);
  server.wait(1);
  await runAllSteps(sweepSync(server.services, Infinity));
  expect([await count("sync_tombstone"), await count("sync_writer")]).toEqual([0, 0]);
});

test("A device that has pulled a dropped deletion continues, one that has not starts over", async () => {
  const { server, laptop, phone } = await ownerWithTwoDevices();
  const shelf = newShelf("Books");
  await laptop.sync([sent(1, "shelf.create", shelf)]);
  await phone.sync();
  await laptop.sync([sent(2, "shelf.delete", { id: shelf.id })]);
  server.wait(TOMBSTONE_KEPT_MS);
  await runAllSteps(sweepSync(server.services, Infinity));
  const again = await server.signedIn("ada@example.org", null);
  const heard = await Device.of(again);
  const [laptopAnswer, phoneAnswer] = [
    await heard.sync([], { epoch: laptop.epoch, cursor: laptop.cursor }),
    await heard.sync([], { epoch: phone.epoch, cursor: phone.cursor }),
  ];
  expect([
    laptopAnswer.reset,
    phoneAnswer.reset,
    phoneAnswer.rows.filter(({ table }) => table === "shelves"),
  ]).toEqual([false, true, []]);
});

test("The `opId`s outlive the devices that may send them again", async () => {
  const { server, laptop, count } = await ownerWithTwoDevices();
  const change = sent(1, "shelf.create", newShelf("Books"));
  await laptop.sync([
    change,
    sent(2, "item.update", { id: newShelf("").id, patch: { title: "x" }, was: {} }),
  ]);
  expect([await count("sync_client"), await count("sync_op"), await count("sync_result")]).toEqual([1, 1, 1]);
  server.wait(CLIENT_KEPT_MS);
  await runAllSteps(sweepSync(server.services, Infinity));
  expect([await count("sync_client"), await count("sync_op"), await count("sync_result")]).toEqual([0, 1, 0]);

  // The device returns, starts over and sends its changes again: nothing is applied twice.
  const heard = await Device.of(await server.signedIn("ada@example.org", null));
  const { clientId, cursor } = laptop;
  const back = await heard.sync([], { clientId, cursor, epoch: laptop.epoch, ack: 2 });
  expect([back.reset, back.lastMid, back.epoch === laptop.epoch]).toEqual([true, 0, false]);
  const after = await heard.sync([change], { clientId, ack: 0 });
  expect([after.lastMid, after.results, after.rows]).toEqual([1, [], []]);

  server.wait(OP_KEPT_MS - CLIENT_KEPT_MS);
  await runAllSteps(sweepSync(server.services, Infinity));
  expect(await count("sync_op")).toBe(0);
});

test("An old notice is removed from every device", async () => {
  const { server, laptop, phone } = await ownerWithTwoDevices();
  const shelf = newShelf("Books");
  await laptop.sync([sent(1, "shelf.create", shelf)]);
  await laptop.sync([
    sent(2, "shelf.update", { id: shelf.id, patch: { name: "Films" }, was: { name: "Books" } }),
  ]);
  await phone.sync([
    sent(1, "shelf.update", { id: shelf.id, patch: { name: "Music" }, was: { name: "Books" } }),
  ]);
  server.wait(NOTICE_RETENTION_MS);
  await runAllSteps(sweepSync(server.services, Infinity));
  const heard = await Device.of(await server.signedIn("ada@example.org", null));
  const { gone } = await heard.sync([], { epoch: phone.epoch, cursor: phone.cursor });
  expect(gone.map(({ table }) => table)).toEqual(["notices"]);
});
