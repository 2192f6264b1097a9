import { expect, test } from "vitest";
import { Device, newItem, newShelf, sent } from "#testing/device";
import { fillShelf } from "#testing/fill-shelf";
import { ownerWithDevice } from "#testing/owner-with-device";
import { exchange } from "./exchange.ts";

test("A long answer comes in pages, each row once, and the last page ends at the account's version", async () => {
  const { server, ada, device } = await ownerWithDevice();
  const shelf = newShelf("Books");
  const items = Array.from({ length: 7 }, (_, at) => newItem(shelf.id, `item ${at}`, { position: `a${at}` }));
  const last = items.at(-1)?.id ?? "";
  await device.sync([
    sent(1, "shelf.create", shelf),
    ...items.map((item, at) => sent(at + 2, "item.create", item)),
    sent(9, "item.delete", { id: last }),
  ]);
  const phone = await Device.of(ada);
  const seen: string[] = [];
  let page = await exchange(
    server.services.writeDeps,
    phone.userId,
    requestOf(phone, { epoch: null, cursor: 0 }),
    { pageRows: 4 },
  );
  for (;;) {
    expect(page.rows.length + page.gone.length).toBeLessThanOrEqual(4);
    seen.push(...page.rows.map(({ row }) => row.id), ...page.gone.map(({ id }) => `gone ${id}`));
    if (!page.more) break;
    page = await exchange(server.services.writeDeps, phone.userId, requestOf(phone, page), { pageRows: 4 });
    expect(page.reset).toBe(false);
  }
  expect(seen.toSorted()).toEqual(
    ["account", "profile", shelf.id, ...items.slice(0, -1).map(({ id }) => id), `gone ${last}`].toSorted(),
  );
  expect(page.cursor).toBe(device.cursor);
});

test("A page ends sooner when its rows have long texts, and the pages still have each row once", async () => {
  const { server, device } = await ownerWithDevice();
  const shelf = newShelf("Books");
  await device.sync([sent(1, "shelf.create", shelf)]);
  await fillShelf(server, { userId: device.userId, shelfId: shelf.id, items: 350 });
  const { writeDeps, db } = server.services;
  const sizes = async () => {
    const seen: string[] = [];
    const counts: number[] = [];
    let page = { epoch: device.epoch, cursor: 0 as number, more: true };
    while (page.more) {
      const answer = await exchange(writeDeps, device.userId, requestOf(device, page));
      counts.push(answer.rows.length);
      seen.push(...answer.rows.flatMap(({ table, row }) => (table === "items" ? row.id : [])));
      page = answer;
    }
    expect([new Set(seen).size, seen.length]).toEqual([350, 350]);
    return counts;
  };
  expect(await sizes()).toHaveLength(1);
  await db.writer
    .updateTable("item")
    .set({ description: "d".repeat(9000) })
    .execute();
  expect((await sizes()).slice(0, -1)).toEqual([200]);
});

const requestOf = ({ clientId }: Device, { epoch, cursor }: { epoch: string | null; cursor: number }) => ({
  schema: 1,
  clientId,
  epoch,
  cursor,
  ack: 0,
  pull: true,
  continues: cursor > 0,
  mutations: [],
});

test("An answer in pages continues below the floor, but not if the floor has risen since its first page", async () => {
  const { server, device } = await ownerWithDevice();
  await device.sync([sent(1, "shelf.create", newShelf("a")), sent(2, "shelf.create", newShelf("b"))]);
  await server.services.db.writer.updateTable("sync_user").set({ gc_floor: device.cursor }).execute();
  const { epoch } = device;
  const below = { ...requestOf(device, { epoch, cursor: 1 }), continues: true };
  const ask = (floor: number) => exchange(server.services.writeDeps, device.userId, { ...below, floor });
  expect(await ask(device.cursor)).toMatchObject({ reset: false, floor: device.cursor });
  expect(await ask(device.cursor - 1)).toMatchObject({ reset: true });
  expect(
    await exchange(server.services.writeDeps, device.userId, { ...below, continues: false }),
  ).toMatchObject({
    reset: true,
  });
});
