import { FIRST_SINGLES } from "@shelv/contract/owner-tables";
import type { SyncResponse } from "@shelv/contract/sync";
import { v7 as uuid } from "uuid";
import { describe, expect, test } from "vitest";
import { Device, newShelf, sent } from "#testing/device";
import { openTestServer } from "#testing/open-test-server";
import { exchange } from "./exchange.ts";

async function ownerWithDevice() {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  return { server, ada, device: await Device.of(ada) };
}
const shelves = ({ rows }: SyncResponse) => rows.filter(({ table }) => table === "shelves").map(({ row }) => row.name);

test("A new device learns who it is, and what is not its owner's never reaches it", async () => {
  const { server, device } = await ownerWithDevice();
  await device.sync([sent(1, "shelf.create", newShelf("Books"))]);
  const eve = await Device.of(await server.signedIn("eve@example.org", "eve"));
  const all = await eve.sync([], { epoch: null, cursor: 0 });
  expect(all).toMatchObject({ reset: true, more: false, gone: [], lastMid: 0 });
  expect(all.rows.map(({ row }) => row)).toEqual([
    FIRST_SINGLES.profile,
    { ...FIRST_SINGLES.account, username: "eve" },
  ]);
});

test("What one device sends, another is told, deletions too", async () => {
  const { ada, device } = await ownerWithDevice();
  const phone = await Device.of(ada);
  const shelf = newShelf("Books");
  expect(await device.sync([sent(1, "shelf.create", shelf)])).toMatchObject({ lastMid: 1, gap: false, retry: null, results: [] });
  expect(shelves(await phone.sync())).toEqual(["Books"]);
  await device.sync([sent(2, "shelf.delete", { id: shelf.id })]);
  expect(await phone.sync()).toMatchObject({ rows: [], gone: [{ table: "shelves", id: shelf.id }] });
  expect(await phone.sync()).toMatchObject({ rows: [], gone: [] });
});

test("A mutation that arrives twice is applied once", async () => {
  const { device } = await ownerWithDevice();
  const first = [sent(1, "shelf.create", newShelf("a"))];
  await device.sync(first);
  const again = await device.sync([...first, sent(2, "shelf.create", newShelf("b"))], { cursor: 0 });
  expect([again.lastMid, again.results, shelves(again)]).toEqual([2, [], ["a", "b"]]);
});

test("A hole in the numbers applies nothing and says so; an entry that stands for the hole fills it", async () => {
  const { device } = await ownerWithDevice();
  const holed = await device.sync([sent(1, "shelf.create", newShelf("a")), sent(3, "shelf.create", newShelf("c"))]);
  expect(holed).toMatchObject({ gap: true, lastMid: 0 });
  expect(shelves(holed)).toEqual([]);
  const filled = await device.sync([{ ...sent(3, "shelf.create", newShelf("c")), since: 1 }]);
  expect([filled.gap, filled.lastMid, shelves(filled)]).toEqual([false, 3, ["c"]]);
});

test("A refusal blocks nothing, and is told until the device has recorded it", async () => {
  const { device } = await ownerWithDevice();
  const names = ["a", "b", "c", "d"];
  const full = await device.sync([
    ...names.map((name, at) => sent(at + 1, "shelf.create", newShelf(name))),
    sent(5, "profile.update", { patch: { bio: "Hello" }, was: { bio: "" } }),
  ]);
  const refusal = { mid: 4, code: "shelf-limit", message: "The Free plan has room for 3 shelves" };
  expect([full.lastMid, full.results, shelves(full)]).toEqual([5, [refusal], ["a", "b", "c"]]);
  expect(full.rows).toContainEqual({ table: "singles", row: expect.objectContaining({ bio: "Hello" }) as object });
  expect((await device.sync([])).results).toEqual([refusal]);
  expect((await device.sync([], { ack: 4 })).results).toEqual([]);
  expect((await device.sync([])).results).toEqual([]);
});

test("What this server does not know stops the batch there and is asked for again", async () => {
  const { device } = await ownerWithDevice();
  const answer = await device.sync([
    sent(1, "shelf.create", newShelf("a")),
    { mid: 2, name: "shelf.paint", v: 1, args: {} },
    sent(3, "shelf.create", newShelf("c")),
  ]);
  expect([answer.retry, answer.lastMid, shelves(answer)]).toEqual([{ mid: 2 }, 1, ["a"]]);
  const later = await device.sync([{ mid: 2, name: "no-op", v: 1, args: {} }, sent(3, "shelf.create", newShelf("c"))]);
  expect([later.retry, later.lastMid, shelves(later)]).toEqual([null, 3, ["c"]]);
});

test("A picture has to be there before the item that names it", async () => {
  const { device } = await ownerWithDevice();
  const shelf = newShelf("a");
  const item = { id: uuid(), shelfId: shelf.id, title: "t", url: "https://example.org", description: "", price: "", emoji: "", picture: "a".repeat(64), cutout: null, showsCutout: false, categoryIds: [], position: "a0" };
  const answer = await device.sync([sent(1, "shelf.create", shelf), sent(2, "item.create", item)]);
  expect(answer.results).toEqual([{ mid: 2, code: "picture-missing", message: "Failed to process image" }]);
});

describe("A device starts over", () => {
  test("when it comes from another life of the database, and what it sends from there is not applied", async () => {
    const { device } = await ownerWithDevice();
    await device.sync([sent(1, "shelf.create", newShelf("a"))]);
    const answer = await device.sync([sent(2, "shelf.create", newShelf("b"))], { epoch: "another life" });
    expect([answer.reset, answer.lastMid, shelves(answer)]).toEqual([true, 1, ["a"]]);
  });

  test("when it is ahead of the server", async () => {
    const { device } = await ownerWithDevice();
    expect(await device.sync([], { cursor: 9999 })).toMatchObject({ reset: true, base: { cursor: 9999 } });
    expect(await device.sync()).toMatchObject({ reset: false, rows: [] });
  });

  test("when the deletions it has missed are no longer known", async () => {
    const { server, device } = await ownerWithDevice();
    await server.services.db.writer.updateTable("sync_user").set({ gc_floor: device.cursor }).where("user_id", "=", device.userId).execute();
    expect(await device.sync([], { cursor: device.cursor - 1 })).toMatchObject({ reset: true });
    expect(await device.sync()).toMatchObject({ reset: false });
  });

  test("and recorded refusals of another life are told again", async () => {
    const { device } = await ownerWithDevice();
    await device.sync([sent(1, "shelf.update", { id: uuid(), patch: { name: "x" }, was: { name: "y" } })]);
    const other = await device.sync([], { ack: 1, epoch: "another life" });
    expect(other.results).toHaveLength(1);
    expect((await device.sync([], { ack: 1 })).results).toEqual([]);
  });
});

test("A long answer comes in pages, each row once, with the last at the account's version", async () => {
  const { server, ada, device } = await ownerWithDevice();
  const shelf = newShelf("Books");
  const items = Array.from({ length: 7 }, (_, at) => ({
    id: uuid(), shelfId: shelf.id, title: `item ${at}`, url: "https://example.org", description: "", price: "", emoji: "", picture: null, cutout: null, showsCutout: false, categoryIds: [], position: `a${at }`,
  }));
  const last = items.at(-1)?.id ?? "";
  await device.sync([
    sent(1, "shelf.create", shelf), ...items.map((item, at) => sent(at + 2, "item.create", item)), sent(9, "item.delete", { id: last }),
  ]);
  const phone = await Device.of(ada);
  const seen: string[] = [];
  let page = await exchange(server.services.host, phone.userId, requestOf(phone, { epoch: null, cursor: 0 }), 4);
  for (;;) {
    expect(page.rows.length + page.gone.length).toBeLessThanOrEqual(4);
    seen.push(...page.rows.map(({ row }) => row.id), ...page.gone.map(({ id }) => `gone ${id}`));
    if (!page.more) break;
    page = await exchange(server.services.host, phone.userId, requestOf(phone, page), 4);
    expect(page.reset).toBe(false);
  }
  expect(seen.toSorted()).toEqual(["account", "profile", shelf.id, ...items.slice(0, -1).map(({ id }) => id), `gone ${last}`].toSorted());
  expect(page.cursor).toBe(device.cursor);
});

const requestOf = ({ clientId }: Device, { epoch, cursor }: { epoch: string | null; cursor: number }) =>
  ({ schema: 1, clientId, epoch, cursor, ack: 0, pull: true, continues: cursor > 0, mutations: [] });

test("An answer in pages goes on below what was forgotten since, where a device that comes back from there starts anew", async () => {
  const { server, device } = await ownerWithDevice();
  await device.sync([sent(1, "shelf.create", newShelf("a")), sent(2, "shelf.create", newShelf("b"))]);
  await server.services.db.writer.updateTable("sync_user").set({ gc_floor: device.cursor }).execute();
  const { epoch } = device;
  const below = { ...requestOf(device, { epoch, cursor: 1 }), continues: true };
  expect(await exchange(server.services.host, device.userId, below)).toMatchObject({ reset: false });
  expect(await exchange(server.services.host, device.userId, { ...below, continues: false })).toMatchObject({ reset: true });
});

test("While a queue is drained, rows are not sent and the cursor stays", async () => {
  const { device } = await ownerWithDevice();
  const { cursor } = device;
  const answer = await device.sync([sent(1, "shelf.create", newShelf("a"))], { pull: false });
  expect(answer).toMatchObject({ pulled: false, lastMid: 1, rows: [], cursor });
  expect(shelves(await device.sync())).toEqual(["a"]);
});

test("A request for another account, of an unknown shape or of a wire too old is refused", async () => {
  const { device } = await ownerWithDevice();
  expect((await device.ask({}, uuid())).status).toBe(409);
  expect((await device.ask({}, "")).status).toBe(409);
  expect((await device.ask({ cursor: -1 })).status).toBe(400);
  expect((await device.ask({ schema: 0 })).status).toBe(426);
});

test("A change is told to every stream but that of the device it came from; one by REST to all", async () => {
  const { server, ada, device } = await ownerWithDevice();
  const told: string[] = [];
  for (const clientId of [device.clientId, uuid(), null]) {
    const poke = () => void told.push(clientId === device.clientId ? "itself" : "other");
    server.services.hub.add({ userId: device.userId, tokenHash: "", clientId, poke, close: () => undefined });
  }
  await device.sync([sent(1, "shelf.create", newShelf("a"))]);
  expect(told).toEqual(["other", "other"]);
  await ada.post("/api/shelves", { name: "b" });
  expect(told.toSorted()).toEqual(["itself", "other", "other", "other", "other"]);
});

test("Two devices that write at the same time are both heard, each version is given once", async () => {
  const { server, ada, device } = await ownerWithDevice();
  const phone = await Device.of(ada);
  await Promise.all([
    device.sync([sent(1, "shelf.create", newShelf("a"))]), phone.sync([sent(1, "shelf.create", newShelf("b"))]), ada.post("/api/shelves", { name: "c" }),
  ]);
  expect(new Set(shelves(await device.sync([], { cursor: 0 })))).toEqual(new Set(["a", "b", "c"]));
  const versions = await server.services.db.reader.selectFrom("shelf").select("version").execute();
  expect(new Set(versions.map(({ version }) => version)).size).toBe(3);
});
