import type { CategoryRow } from "@shelv/contract/rows/category";
import type { ItemRow } from "@shelv/contract/rows/item";
import { expect, onTestFinished, test } from "vitest";
import { WORK_LIMITS } from "sync-server/shelves/mutate/work-limits";
import { Device } from "#device";
import { newItem, newShelf } from "#edits";
import { replaceFetch } from "#http";
import { Network } from "#network";
import { Random } from "#random";
import { BEGINS_AT_MS, SimServer } from "#sim-server";
import { Traffic } from "#traffic";

async function twoDevices() {
  const server = await SimServer.start({ pageRows: 2000, work: WORK_LIMITS });
  const now = () => BEGINS_AT_MS;
  const network = new Network(now);
  const surroundings = { network, server, now };
  const [laptop, phone] = [new Device("laptop", 1, surroundings), new Device("phone", 1, surroundings)];
  const random = new Random(1);
  const traffic = new Traffic(network, [laptop, phone], random);
  const restoreFetch = replaceFetch();
  onTestFinished(async () => {
    restoreFetch();
    for (const device of [laptop, phone]) device.close();
    await server.stop();
  });
  const sync = async (device: Device) => {
    for (const tab of device.tabs) expect(await traffic.syncFully(tab)).toBe("synced");
  };
  const edit = async (device: Device, ...mutations: Parameters<Device["edit"]>[1][]) => {
    for (const mutation of mutations)
      for (const tab of device.tabs) expect(await device.edit(tab, mutation)).toBe(true);
  };
  const shelf = newShelf(random, await laptop.view());
  await edit(laptop, shelf);
  for (const device of [laptop, phone]) await sync(device);
  const category = (id: string, name: string) =>
    ({ name: "category.create", args: { id, shelfId: shelf.args.id, name, position: "a0" } }) as const;
  const item = async (device: Device, categoryIds: string[]) =>
    newItem(random, await device.view(), shelf.args, { categoryIds });
  return { server, laptop, phone, sync, edit, category, item };
}

const seenOn = async (device: Device | SimServer) => {
  const view = device instanceof Device ? await device.view() : await device.state();
  return {
    categories: (view.categories as CategoryRow[]).map(({ id, name }) => `${id.at(-1)} ${name}`),
    items: (view.items as ItemRow[])
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ categoryIds }) => categoryIds.map((id) => id.at(-1)).join()),
    notices: view.notices.length,
  };
};

test.each([
  ["the laptop's", "1", "2"],
  ["the phone's", "2", "1"],
])(
  "Of two categories that two offline devices created under one name, %s stays when it is the earlier one, with the items of both on the server and on both devices",
  async (_, laptops, phones) => {
    const idOf = (last: string) => `00000000-0000-7000-8000-00000000000${last}`;
    const { server, laptop, phone, sync, edit, category, item } = await twoDevices();
    await edit(laptop, category(idOf(laptops), "Books"), await item(laptop, [idOf(laptops)]));
    await edit(phone, category(idOf(phones), "books"), await item(phone, [idOf(phones)]));
    await sync(laptop);
    await edit(phone, await item(phone, [idOf(phones)]));
    await sync(phone);
    await sync(laptop);
    await edit(laptop, await item(laptop, [idOf("1")]));
    await sync(laptop);
    await sync(phone);
    const name = laptops === "1" ? "Books" : "books";
    for (const place of [server, laptop, phone])
      expect(await seenOn(place)).toEqual({
        categories: [`1 ${name}`],
        items: ["1", "1", "1", "1"],
        notices: 0,
      });
  },
);

test("A device that still shows a merged category renames and fills the other one", async () => {
  const [earlier, later] = ["00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000002"];
  const { server, laptop, phone, sync, edit, category, item } = await twoDevices();
  await edit(laptop, category(earlier, "Books"), category(later, "Comics"), await item(laptop, [later]));
  await sync(laptop);
  await sync(phone);
  await edit(laptop, {
    name: "category.update",
    args: { id: later, patch: { name: "Books" }, was: { name: "Comics" } },
  });
  await sync(laptop);
  await edit(phone, await item(phone, [later]), {
    name: "category.move",
    args: { id: later, position: "a5" },
  });
  expect((await seenOn(phone)).categories).toEqual(["1 Books", "2 Comics"]);
  await sync(phone);
  await sync(laptop);
  for (const place of [server, laptop, phone])
    expect(await seenOn(place)).toEqual({ categories: ["1 Books"], items: ["1", "1"], notices: 0 });
});
