import { sharedId } from "@shelv/contract/values/id";
import { FIRST_SINGLES } from "@shelv/contract/rows/owner-tables";
import { NO_OP, SYNC_SCHEMA } from "@shelv/contract/sync";
import { v7 as uuid } from "uuid";
import { describe, expect, test } from "vitest";
import { Device, newShelf, sent } from "#testing/device";
import { ownerWithDevice, shelves } from "#testing/owner-with-device";

test("A new device gets its owner's account, and never another owner's rows", async () => {
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

test("Another device pulls what one device sent, deletions too", async () => {
  const { ada, device } = await ownerWithDevice();
  const phone = await Device.of(ada);
  const shelf = newShelf("Books");
  expect(await device.sync([sent(1, "shelf.create", shelf)])).toMatchObject({
    lastMid: 1,
    gap: false,
    retry: null,
    results: [],
  });
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

test("A gap in the numbers applies nothing and the answer says so; an entry for the missing numbers fills it", async () => {
  const { device } = await ownerWithDevice();
  const holed = await device.sync([
    sent(1, "shelf.create", newShelf("a")),
    sent(3, "shelf.create", newShelf("c")),
  ]);
  expect(holed).toMatchObject({ gap: true, lastMid: 0 });
  expect(shelves(holed)).toEqual([]);
  const filled = await device.sync([{ ...sent(3, "shelf.create", newShelf("c")), since: 1 }]);
  expect([filled.gap, filled.lastMid, shelves(filled)]).toEqual([false, 3, ["c"]]);
});

test.each([
  { numbers: [2, 3, 2] },
  { numbers: [2, 2] },
  { numbers: [3, 2] },
  { numbers: [2, { mid: 4, since: 2 }] },
  { numbers: [{ mid: 2, since: 3 }] },
])(
  "A batch whose numbers do not rise is invalid, and nothing of it is applied: $numbers",
  async ({ numbers }) => {
    const { device } = await ownerWithDevice();
    await device.sync([sent(1, "shelf.create", newShelf("a"))]);
    const mutations = numbers.map((one, at) => {
      const { mid, ...more } = typeof one === "number" ? { mid: one } : one;
      return { ...sent(mid, "shelf.create", newShelf(`no. ${at}`)), ...more };
    });
    const refused = await device.ask({ mutations });
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: "invalid" }]);
    expect(await device.sync([], { cursor: 0 })).toMatchObject({ lastMid: 1 });
  },
);

test("A rejection blocks nothing, and is sent until the device acknowledges it", async () => {
  const { device } = await ownerWithDevice();
  const names = ["a", "b", "c", "d"];
  const full = await device.sync([
    ...names.map((name, at) => sent(at + 1, "shelf.create", newShelf(name))),
    sent(5, "profile.update", { patch: { bio: "Hello" }, was: { bio: "" } }),
  ]);
  const refusal = { mid: 4, code: "shelf-limit", message: "The Free plan has room for 3 shelves" };
  expect([full.lastMid, full.results, shelves(full)]).toEqual([5, [refusal], ["a", "b", "c"]]);
  expect(full.rows).toContainEqual({
    table: "singles",
    row: expect.objectContaining({ bio: "Hello" }) as object,
  });
  expect((await device.sync([])).results).toEqual([refusal]);
  expect((await device.sync([], { ack: 4 })).results).toEqual([]);
});

test("A change is rejected if its device sends a no-op for it, unless it was applied before under any number", async () => {
  const { ada, device } = await ownerWithDevice();
  const givenUp = {
    name: NO_OP,
    v: 1,
    args: { code: "server-trouble", message: "The server couldn't save this" },
  };
  const books = { ...sent(1, "shelf.create", newShelf("Books")), opId: uuid() };
  await device.sync([books]);
  const again = await Device.of(ada);
  const answer = await again.sync(
    [
      { ...givenUp, mid: 1, opId: books.opId },
      { ...givenUp, mid: 2, opId: uuid() },
    ],
    { cursor: 0 },
  );
  expect([answer.results.map(({ mid, code }) => [mid, code]), shelves(answer)]).toEqual([
    [[2, "server-trouble"]],
    ["Books"],
  ]);
});

test("A rejection is sent again to a device whose browser restored a store without it", async () => {
  const { device } = await ownerWithDevice();
  await device.sync([sent(1, "shelf.update", { id: uuid(), patch: { name: "x" }, was: {} })]);
  await device.sync([], { ack: 1 });
  expect((await device.sync([])).results).toMatchObject([{ mid: 1, code: "shelf-not-found" }]);
  // A restored server gets it back from the no-op that replaced the change.
  const refused = { code: "shelf-limit", message: "No room" };
  await device.sync([{ mid: 2, opId: uuid(), name: NO_OP, v: 1, args: refused }]);
  expect((await device.sync([], { ack: 1 })).results).toEqual([{ mid: 2, ...refused }]);
});

test("A mutation that this server does not know stops the batch, and the device sends it again", async () => {
  const { device } = await ownerWithDevice();
  const answer = await device.sync([
    sent(1, "shelf.create", newShelf("a")),
    { mid: 2, name: "shelf.paint", v: 1, args: {} },
    sent(3, "shelf.create", newShelf("c")),
  ]);
  expect([answer.retry, answer.lastMid, shelves(answer)]).toEqual([{ mid: 2, times: 1 }, 1, ["a"]]);
  const later = await device.sync([
    { mid: 2, name: "no-op", v: 1, args: {} },
    sent(3, "shelf.create", newShelf("c")),
  ]);
  expect([later.retry, later.lastMid, shelves(later)]).toEqual([null, 3, ["c"]]);
});

test("A change whose arguments are not an object, too large or too deep is rejected alone, and blocks no other", async () => {
  const { device } = await ownerWithDevice();
  const bad = ["x".repeat(3_000_000), [], { id: "x".repeat(70_000) }, { was: [[[[[[[[[]]]]]]]]] }].map(
    (args, at) => ({ mid: at + 1, opId: uuid(), name: "item.create", v: 1, args }),
  );
  const answer = await device.sync([...bad, sent(5, "shelf.create", newShelf("a"))]);
  expect([answer.lastMid, answer.retry, shelves(answer)]).toEqual([5, null, ["a"]]);
  expect(answer.results.map(({ mid, code }) => `${mid} ${code}`)).toEqual([
    "1 invalid",
    "2 invalid",
    "3 change-too-large",
    "4 invalid",
  ]);
  const deep = await device.ask({
    mutations: [
      {
        mid: 6,
        opId: uuid(),
        name: "item.create",
        v: 1,
        args: JSON.parse(`${"[".repeat(50)}${"]".repeat(50)}`) as unknown,
      },
    ],
  });
  expect([deep.status, await deep.json()]).toMatchObject([400, { code: "invalid" }]);
});

describe("A device starts over", () => {
  test("when it comes from another epoch, and its push is not applied", async () => {
    const { device } = await ownerWithDevice();
    await device.sync([sent(1, "shelf.create", newShelf("a"))]);
    const answer = await device.sync([sent(2, "shelf.create", newShelf("b"))], { epoch: "another epoch" });
    expect([answer.reset, answer.lastMid, shelves(answer)]).toEqual([true, 1, ["a"]]);
  });

  test("when it is ahead of the server", async () => {
    const { device } = await ownerWithDevice();
    expect(await device.sync([], { cursor: 9999 })).toMatchObject({ reset: true, base: { cursor: 9999 } });
    expect(await device.sync()).toMatchObject({ reset: false, rows: [] });
  });

  test("when the deletions that it missed are dropped", async () => {
    const { server, device } = await ownerWithDevice();
    await server.services.db.writer
      .updateTable("sync_user")
      .set({ gc_floor: device.cursor })
      .where("user_id", "=", device.userId)
      .execute();
    expect(await device.sync([], { cursor: device.cursor - 1 })).toMatchObject({ reset: true });
    expect(await device.sync()).toMatchObject({ reset: false });
  });

  test("when it comes from another epoch, and gets again the rejections that it acknowledged there", async () => {
    const { device } = await ownerWithDevice();
    await device.sync([sent(1, "shelf.update", { id: uuid(), patch: { name: "x" }, was: { name: "y" } })]);
    const other = await device.sync([], { ack: 1, epoch: "another epoch" });
    expect(other.results).toHaveLength(1);
    expect((await device.sync([], { ack: 1 })).results).toEqual([]);
  });
});

test("While a device drains its queue, no rows are sent and its cursor stays", async () => {
  const { device } = await ownerWithDevice();
  const { cursor } = device;
  const answer = await device.sync([sent(1, "shelf.create", newShelf("a"))], { pull: false });
  expect(answer).toMatchObject({ pulled: false, lastMid: 1, rows: [], cursor });
  expect(shelves(await device.sync())).toEqual(["a"]);
});

test("A request for another account, of an unknown shape, of the schema before or of the next one is refused", async () => {
  const { device } = await ownerWithDevice();
  expect((await device.ask({}, uuid())).status).toBe(409);
  expect((await device.ask({}, "")).status).toBe(409);
  expect((await device.ask({ cursor: -1 })).status).toBe(400);
  expect(await (await device.ask({ schema: 0 })).json()).toMatchObject({ code: "client-outdated" });
  expect(await (await device.ask({ schema: SYNC_SCHEMA + 1 })).json()).toMatchObject({
    code: "server-outdated",
  });
});

test("Two devices that write at the same time are both applied, and each version is given once", async () => {
  const { server, ada, device } = await ownerWithDevice();
  const phone = await Device.of(ada);
  await Promise.all([
    device.sync([sent(1, "shelf.create", newShelf("a"))]),
    phone.sync([sent(1, "shelf.create", newShelf("b"))]),
    ada.post("/api/shelves", { name: "c" }),
  ]);
  expect(new Set(shelves(await device.sync([], { cursor: 0 })))).toEqual(new Set(["a", "b", "c"]));
  const versions = await server.services.db.reader.selectFrom("shelf").select("version").execute();
  expect(new Set(versions.map(({ version }) => version)).size).toBe(3);
});

describe("An `opId` identifies a change beyond its number:", () => {
  test("a device that gives a used number to another change has nothing applied until it becomes a new client", async () => {
    const { device } = await ownerWithDevice();
    const [first, second] = [sent(1, "shelf.create", newShelf("a")), sent(2, "shelf.create", newShelf("b"))];
    await device.sync([first, second]);
    const other = [
      sent(2, "shelf.create", newShelf("other")),
      sent(3, "shelf.create", newShelf("behind it")),
    ];
    const refused = await device.sync(other, { cursor: 0 });
    expect([refused.lastMid, refused.lastOp, refused.results, shelves(refused)]).toEqual([
      2,
      second.opId,
      [],
      ["a", "b"],
    ]);
    const fresh = await device.sync([{ ...second, mid: 1 }, { ...other[0], mid: 2 } as typeof second], {
      clientId: uuid(),
      cursor: 0,
    });
    expect([fresh.lastMid, fresh.lastOp, fresh.results, shelves(fresh)]).toEqual([
      2,
      other[0]?.opId,
      [],
      ["a", "b", "other"],
    ]);
  });

  test("a rejected change may be sent again under another number", async () => {
    const { device } = await ownerWithDevice();
    const shelf = newShelf("Books");
    const edit = sent(1, "shelf.update", { id: shelf.id, patch: { name: "Films" }, was: {} });
    expect((await device.sync([edit])).results).toHaveLength(1);
    const again = await device.sync([sent(1, "shelf.create", shelf), { ...edit, mid: 2 }], {
      clientId: uuid(),
    });
    expect([again.results, shelves(again)]).toEqual([[], ["Films"]]);
  });
});

test("A device that knows more than the server proves a restored backup: the epoch rotates once", async () => {
  const { device } = await ownerWithDevice();
  await device.sync([sent(1, "shelf.create", newShelf("a"))]);
  const { epoch } = device;
  const answer = await device.sync([], { ack: 7 });
  expect([answer.reset, answer.epoch === epoch, answer.lastMid]).toEqual([true, false, 1]);
  expect(await device.sync([], { ack: 1 })).toMatchObject({ reset: false, epoch: answer.epoch });
});

test("A cursor ahead of the server starts three new epochs an hour at most; the owner's other devices go on", async () => {
  const { ada, device } = await ownerWithDevice();
  const [liar, other] = [await Device.of(ada), await Device.of(ada)];
  const epochs = new Set([device.epoch]);
  const statuses: number[] = [];
  const waitsS: number[] = [];
  for (let request = 0; request < 20; request += 1) {
    const response = await liar.ask({ cursor: 1_000_000, epoch: [...epochs].at(-1) ?? null });
    statuses.push(response.status);
    if (response.status === 200) epochs.add(((await response.json()) as { epoch: string }).epoch);
    else waitsS.push(Number(response.headers.get("Retry-After")));
  }
  expect(Math.min(...waitsS)).toBeGreaterThan(0);
  expect([epochs.size, statuses.filter((status) => status === 429).length]).toEqual([4, 17]);
  expect(await other.sync([], { epoch: null, cursor: 0 })).toMatchObject({ reset: true });
  expect(await other.sync()).toMatchObject({ reset: false });
});

test("A shelf that two devices of an account create is one shelf, and neither change is rejected", async () => {
  const { ada, device } = await ownerWithDevice();
  const other = await Device.of(ada);
  const id = sharedId(device.userId, 0);
  await device.sync([
    sent(1, "shelf.create", newShelf("My work", id)),
    sent(2, "shelf.update", { id, patch: { name: "Bowls" }, was: { name: "My work" } }),
  ]);
  const answer = await other.sync([sent(1, "shelf.create", newShelf("My work", id))]);
  expect([answer.lastMid, answer.results, shelves(answer)]).toEqual([1, [], ["Bowls"]]);
});
