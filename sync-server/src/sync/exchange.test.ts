import { injectedFaults } from "@shelv/contract/injected-fault";
import { FIRST_SINGLES } from "@shelv/contract/owner-tables";
import { NO_OP, SYNC_NEWS_MAX_ROWS, type SyncResponse } from "@shelv/contract/sync";
import { v7 as uuid } from "uuid";
import { describe, expect, onTestFinished, test } from "vitest";
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
});

test("A change is refused where its device gives it up, unless it took effect before, under whatever number", async () => {
  const { ada, device } = await ownerWithDevice();
  const givenUp = { name: NO_OP, v: 1, args: { code: "server-trouble", message: "The server could not take this" } };
  const books = { ...sent(1, "shelf.create", newShelf("Books")), opId: uuid() };
  await device.sync([books]);
  const again = await Device.of(ada);
  const answer = await again.sync([{ ...givenUp, mid: 1, opId: books.opId }, { ...givenUp, mid: 2, opId: uuid() }], { cursor: 0 });
  expect([answer.results.map(({ mid, code }) => [mid, code]), shelves(answer)]).toEqual([[[2, "server-trouble"]], ["Books"]]);
});

test("A refusal is told again to a device whose browser put back a store that had not recorded it", async () => {
  const { device } = await ownerWithDevice();
  await device.sync([sent(1, "shelf.update", { id: uuid(), patch: { name: "x" }, was: {} })]);
  await device.sync([], { ack: 1 });
  expect((await device.sync([])).results).toMatchObject([{ mid: 1, code: "shelf-not-found" }]);
  // A server that was itself put back hears of it from the change that took its place.
  const refused = { code: "shelf-limit", message: "No room" };
  await device.sync([{ mid: 2, opId: uuid(), name: NO_OP, v: 1, args: refused }]);
  expect((await device.sync([], { ack: 1 })).results).toEqual([{ mid: 2, ...refused }]);
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

test("A picture has to be there before the item that names it, unless the device says that it deletes it again", async () => {
  const { device } = await ownerWithDevice();
  const shelf = newShelf("a");
  const item = { id: uuid(), shelfId: shelf.id, title: "t", url: "https://example.org", description: "", price: "", emoji: "", picture: "a".repeat(64), cutout: null, showsCutout: false, categoryIds: [], position: "a0" };
  const answer = await device.sync([sent(1, "shelf.create", shelf), sent(2, "item.create", item)]);
  expect(answer.results).toEqual([{ mid: 2, code: "picture-missing", message: "Failed to process image" }]);
  const skipping = await device.sync([{ ...sent(3, "item.create", item), skipsPictures: true }, sent(4, "item.delete", { id: item.id })], { ack: 2 });
  expect([skipping.lastMid, skipping.results]).toEqual([4, []]);
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
    injectedFaults.add("ack-ignores-epoch");
    onTestFinished(() => injectedFaults.clear());
    expect((await device.sync([], { ack: 1, epoch: "another life" })).results).toEqual([]);
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

test("An answer in pages goes on below what is forgotten, but not where more was forgotten since it began", async () => {
  const { server, device } = await ownerWithDevice();
  await device.sync([sent(1, "shelf.create", newShelf("a")), sent(2, "shelf.create", newShelf("b"))]);
  await server.services.db.writer.updateTable("sync_user").set({ gc_floor: device.cursor }).execute();
  const { epoch } = device;
  const below = { ...requestOf(device, { epoch, cursor: 1 }), continues: true };
  const ask = (floor?: number) => exchange(server.services.host, device.userId, { ...below, floor });
  expect(await ask(device.cursor)).toMatchObject({ reset: false, floor: device.cursor });
  expect(await ask(device.cursor - 1)).toMatchObject({ reset: true });
  // Devices that speak an older wire cannot say.
  expect(await ask()).toMatchObject({ reset: false });
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

test("What a commit is told to have changed is what a device would hear by asking from there, each row once", async () => {
  const { server, device } = await ownerWithDevice();
  const told: unknown[] = [];
  const poke = (news: string | null) => void told.push(JSON.parse(news ?? "null"));
  server.services.hub.add({ userId: device.userId, tokenHash: "", clientId: null, poke, close: () => undefined });
  const [kept, gone] = [newShelf("kept"), newShelf("gone")];
  await device.sync([sent(1, "shelf.create", gone)]);
  const { cursor } = device;
  await device.sync([
    sent(2, "shelf.create", kept), sent(3, "shelf.update", { id: kept.id, patch: { name: "renamed" }, was: {} }),
    sent(4, "shelf.update", { id: uuid(), patch: { name: "nothing" }, was: {} }), sent(5, "shelf.delete", { id: gone.id }),
  ]);
  const asked = await device.sync([], { cursor });
  expect(told[1]).toEqual({ base: { epoch: device.epoch, cursor }, cursor: asked.cursor, rows: asked.rows, gone: asked.gone });
  await device.sync(Array.from({ length: SYNC_NEWS_MAX_ROWS + 1 }, (_, at) => sent(6 + at, "shelf.update", { id: kept.id, patch: { name: `${at}` }, was: {} })));
  expect(told[2]).toBeNull();
});

test("Rows are told to nobody who asks for another account's", async () => {
  const { ada, device } = await ownerWithDevice();
  expect((await ada.get(`/api/sync/events?user=${uuid()}`)).status).toBe(409);
  const stream = await ada.get(`/api/sync/events?user=${device.userId}`);
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
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

describe("A name tells whether two changes under one number are the same", () => {
  test("and a device that gives a used number to another change has nothing applied, until it starts a new stream", async () => {
    const { device } = await ownerWithDevice();
    const [first, second] = [sent(1, "shelf.create", newShelf("a")), sent(2, "shelf.create", newShelf("b"))];
    await device.sync([first, second]);
    const other = [sent(2, "shelf.create", newShelf("other")), sent(3, "shelf.create", newShelf("behind it"))];
    const refused = await device.sync(other, { cursor: 0 });
    expect([refused.lastMid, refused.lastOp, refused.results, shelves(refused)]).toEqual([2, second.opId, [], ["a", "b"]]);
    const fresh = await device.sync([{ ...second, mid: 1 }, { ...other[0], mid: 2 } as typeof second], { clientId: uuid(), cursor: 0 });
    expect([fresh.lastMid, fresh.lastOp, fresh.results, shelves(fresh)]).toEqual([2, other[0]?.opId, [], ["a", "b", "other"]]);
  });

  test("and a change that was refused may be sent again", async () => {
    const { device } = await ownerWithDevice();
    const shelf = newShelf("Books");
    const edit = sent(1, "shelf.update", { id: shelf.id, patch: { name: "Films" }, was: {} });
    expect((await device.sync([edit])).results).toHaveLength(1);
    const again = await device.sync([sent(1, "shelf.create", shelf), { ...edit, mid: 2 }], { clientId: uuid() });
    expect([again.results, shelves(again)]).toEqual([[], ["Films"]]);
  });

  test("and a device of the first schema, which names nothing, is served as before", async () => {
    const { device } = await ownerWithDevice();
    const { opId: _, ...unnamed } = sent(1, "shelf.create", newShelf("a"));
    expect(await device.sync([unnamed], { schema: 1 })).toMatchObject({ lastMid: 1, lastOp: null });
    const again = await device.sync([unnamed, sent(2, "shelf.create", newShelf("b"))], { schema: 1, cursor: 0 });
    expect([again.lastMid, shelves(again)]).toEqual([2, ["a", "b"]]);
  });
});

test("A device that remembers more than the server proves that a backup was put back: a new life begins, once", async () => {
  const { device } = await ownerWithDevice();
  await device.sync([sent(1, "shelf.create", newShelf("a"))]);
  const life = device.epoch;
  const told = await device.sync([], { ack: 7 });
  expect([told.reset, told.epoch === life, told.lastMid]).toEqual([true, false, 1]);
  expect(await device.sync([], { ack: 1 })).toMatchObject({ reset: false, epoch: told.epoch });
});

describe("A value that is overwritten unseen", () => {
  async function twoDevices() {
    const { server, ada, device } = await ownerWithDevice();
    const phone = await Device.of(ada);
    const shelf = newShelf("Books");
    await device.sync([sent(1, "shelf.create", shelf)]);
    const rename = (mid: number, name: string, was: string) => sent(mid, "shelf.update", { id: shelf.id, patch: { name }, was: { name: was } });
    const notices = ({ rows }: SyncResponse) => rows.filter(({ table }) => table === "notices").map(({ row }) => row);
    return { server, ada, device, phone, shelf, rename, notices };
  }

  test("is offered back, on every device, until one of them puts it away", async () => {
    const { device, phone, shelf, rename, notices } = await twoDevices();
    await device.sync([rename(2, "Films", "Books")]);
    const [notice] = notices(await phone.sync([rename(1, "Music", "Books")]));
    expect(notice).toMatchObject({ table: "shelves", rowId: shelf.id, field: "name", lost: "Films", kept: "Music", at: "2026-03-01T12:00:00.000Z" });
    expect(notices(await device.sync())).toEqual([notice]);
    await device.sync([
      rename(3, "Films", "Music"), sent(4, "notice.dismiss", { id: String(notice?.id) }),
    ]);
    const after = await phone.sync();
    expect([shelves(after), after.gone]).toEqual([["Films"], [{ table: "notices", id: notice?.id }]]);
  });

  test("is not noted where both wrote the same, where the author saw it, and where it was the same device's own", async () => {
    const { device, phone, rename, notices } = await twoDevices();
    await device.sync([rename(2, "Films", "Books")]);
    expect(notices(await phone.sync([rename(1, "Films", "Books")]))).toEqual([]);
    expect(notices(await phone.sync([rename(2, "Music", "Films")]))).toEqual([]);
    // Its own edit in between was refused, so that this one speaks of a value that never was.
    expect(notices(await phone.sync([rename(3, "", "Music"), rename(4, "Games", "")]))).toEqual([]);
  });

  test("is not noted where the device had written it under another stream and brings that change again", async () => {
    const { ada, device, rename, notices } = await twoDevices();
    const [films, music] = [rename(2, "Films", "Books"), rename(3, "Music", "Films")];
    await device.sync([films, music]);
    const again = await Device.of(ada);
    // Its own edit in between was refused, so that the last one speaks of a value that never was.
    expect(notices(await again.sync([{ ...films, mid: 1 }, { ...music, mid: 2 }, rename(3, "Games", "refused")]))).toEqual([]);
    // A value that it gave once, and that was given by another since, it has not seen there.
    await device.sync([rename(4, "Plays", "Music"), rename(5, "Films", "Plays")]);
    const other = await Device.of(ada);
    expect(notices(await other.sync([{ ...music, mid: 1 }, rename(2, "Poems", "refused")]))).toMatchObject([{ lost: "Films", kept: "Poems" }]);
  });

  test("may be a category that was deleted before an item came into it", async () => {
    const { device, phone, shelf, notices } = await twoDevices();
    const category = { id: uuid(), shelfId: shelf.id, name: "Blue", position: "a0" };
    const item = { id: uuid(), shelfId: shelf.id, title: "t", url: "https://example.org", description: "", price: "", emoji: "", picture: null, cutout: null, showsCutout: false, categoryIds: [], position: "a0" };
    const join = (mid: number) => sent(mid, "item.update", { id: item.id, patch: {}, was: {}, categories: { add: [category.id], remove: [] } });
    await device.sync([sent(2, "category.create", category), sent(3, "item.create", item)]);
    expect(notices(await phone.sync([join(1)]))).toEqual([]);
    await device.sync([sent(4, "category.delete", { id: category.id, shelfId: shelf.id })]);
    const made = { ...item, id: uuid(), categoryIds: [category.id] };
    const lost = { id: category.id, name: "Blue" };
    expect(notices(await phone.sync([join(2), sent(3, "item.create", made)]))).toMatchObject([
      { table: "items", rowId: item.id, field: "categoryIds", lost }, { table: "items", rowId: made.id, field: "categoryIds", lost },
    ]);
  });

  test("is also one that came through REST; and REST, which reads before it writes, overwrites nothing unseen", async () => {
    const { ada, phone, device, shelf, rename, notices } = await twoDevices();
    await phone.sync();
    await ada.patch(`/api/shelves/${shelf.id}`, { name: "From elsewhere" });
    expect(notices(await phone.sync([rename(1, "Music", "Books")]))).toMatchObject([{ lost: "From elsewhere", kept: "Music" }]);
    await ada.patch(`/api/shelves/${shelf.id}`, { name: "Again" });
    expect(notices(await device.sync([], { cursor: phone.cursor }))).toEqual([]);
  });

  test("is kept for singles, social links and categories too, each field by itself, and the newest fifty", async () => {
    const { device, phone, shelf, notices, rename } = await twoDevices();
    const category = { id: uuid(), shelfId: shelf.id, name: "Blue", position: "a0" };
    await device.sync([
      sent(2, "category.create", category), sent(3, "category.update", { id: category.id, patch: { name: "Red" }, was: { name: "Blue" } }),
      sent(4, "profile.update", { patch: { bio: "Hi", location: "Bern" }, was: { bio: "", location: "" } }),
      sent(5, "social-link.set", { id: "github", value: "ada", position: "a0" }), sent(6, "social-link.set", { id: "github", value: "ada2", was: "ada", position: "a0" }),
      sent(7, "appearance.update", { patch: { theme: "dark" }, was: { theme: "auto" } }), sent(8, "appearance.update", { patch: { theme: "auto" }, was: { theme: "dark" } }),
    ]);
    const lost = notices(await phone.sync([
      sent(1, "category.update", { id: category.id, patch: { name: "Green" }, was: { name: "Blue" } }),
      sent(2, "profile.update", { patch: { bio: "Hello" }, was: { bio: "" } }),
      sent(3, "social-link.set", { id: "github", value: "lovelace", was: "ada", position: "a0" }),
      sent(4, "appearance.update", { patch: { theme: "light" }, was: { theme: "dark" } }),
    ]));
    expect(lost.map(({ rowId, field, lost: value }) => [rowId, field, value])).toEqual([
      [category.id, "name", "Red"], ["profile", "bio", "Hi"], ["github", "value", "ada2"], ["appearance", "theme", "auto"],
    ]);
    for (let at = 0; at < 30; at += 1) {
      await device.sync([rename(9 + at, `laptop ${at}`, "unseen")]);
      await phone.sync([rename(5 + at, `phone ${at}`, "unseen")]);
    }
    const all = notices(await device.sync([], { epoch: null, cursor: 0 }));
    expect([all.length, all.at(-1)?.lost]).toEqual([50, "laptop 29"]);
  });
});

describe("A deletion taken back", () => {
  const newItem = (shelfId: string, title: string) => ({
    id: uuid(), shelfId, title, url: "https://example.org", description: "", price: "", emoji: "", picture: null, cutout: null, showsCutout: false, categoryIds: [], position: "a0",
  });

  test("brings a shelf with what went with it, as it was, and not what had gone before; beyond the plan's limit too", async () => {
    const { device } = await ownerWithDevice();
    const [shelf, kept, gone] = [newShelf("Books"), newItem("", "Kept"), newItem("", "Gone")];
    const others = ["b", "c", "d"].map((name) => newShelf(name));
    const made = await device.sync([
      sent(1, "shelf.create", shelf), sent(2, "item.create", { ...kept, shelfId: shelf.id }), sent(3, "item.create", { ...gone, shelfId: shelf.id }),
    ]);
    await device.sync([
      sent(4, "item.delete", { id: gone.id }), sent(5, "shelf.delete", { id: shelf.id }),
      ...others.map((other, at) => sent(6 + at, "shelf.create", other)),
    ]);
    const back = await device.sync([sent(9, "shelf.restore", { id: shelf.id }), sent(10, "shelf.restore", { id: shelf.id })]);
    const before = made.rows.filter(({ row }) => row.id === shelf.id || row.id === kept.id);
    expect([back.results, back.rows, back.gone]).toEqual([[], expect.arrayContaining(before), []]);
    expect(back.rows).toHaveLength(before.length);
  });

  test("by another device lets the edit that was refused be made again", async () => {
    const { ada, device } = await ownerWithDevice();
    const phone = await Device.of(ada);
    const [shelf, item] = [newShelf("Books"), newItem("", "Mug")];
    await device.sync([sent(1, "shelf.create", shelf), sent(2, "item.create", { ...item, shelfId: shelf.id }), sent(3, "shelf.delete", { id: shelf.id })]);
    const edit = { id: item.id, patch: { title: "Cup" }, was: { title: "Mug" } };
    expect((await phone.sync([sent(1, "item.update", edit)])).results).toMatchObject([{ code: "item-not-found" }]);
    const back = await phone.sync([sent(2, "item.restore", { id: item.id }), sent(3, "item.update", edit)], { ack: 1 });
    expect([back.results, back.rows.flatMap(({ row }) => row.title ?? row.name)]).toEqual([[], expect.arrayContaining(["Books", "Cup"])]);
  });

  test("of a row from before today's fields completes it, and one that nobody remembers is refused", async () => {
    const { server, device } = await ownerWithDevice();
    const [shelf, item] = [newShelf("Books"), newItem("", "Mug")];
    await device.sync([sent(1, "shelf.create", shelf), sent(2, "item.create", { ...item, shelfId: shelf.id }), sent(3, "item.delete", { id: item.id })]);
    const { categoryIds: _, cutout: __, showsCutout: ___, ...old } = { ...item, shelfId: shelf.id, createdAt: "2025" };
    await server.services.db.writer.updateTable("sync_tombstone").set({ snapshot: JSON.stringify(old) }).where("id", "=", item.id).execute();
    const back = await device.sync([sent(4, "item.restore", { id: item.id }), sent(5, "item.restore", { id: uuid() })]);
    expect(back.rows).toContainEqual({ table: "items", row: { ...item, shelfId: shelf.id, createdAt: "2025" } });
    expect(back.results).toMatchObject([{ mid: 5, code: "item-not-found" }]);
  });

  test("is nobody else's", async () => {
    const { server, device } = await ownerWithDevice();
    const shelf = newShelf("Books");
    await device.sync([sent(1, "shelf.create", shelf), sent(2, "shelf.delete", { id: shelf.id })]);
    const eve = await Device.of(await server.signedIn("eve@example.org", "eve"));
    expect((await eve.sync([sent(1, "shelf.restore", { id: shelf.id })])).results).toMatchObject([{ code: "shelf-not-found" }]);
  });
});
