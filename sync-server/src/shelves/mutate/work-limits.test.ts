import { Refusal } from "@shelv/contract/refusal";
import { v7 as uuid } from "uuid";
import { expect, test, vi } from "vitest";
import { newItem, newShelf, sent } from "#testing/device";
import { fillShelf } from "#testing/fill-shelf";
import { ownerWithDevice, shelves } from "#testing/owner-with-device";
import { WorkQuotas } from "#jobs/work-quotas";
import { begin, BEGUN_PER_BREAK } from "./apply-mutations.ts";

vi.setConfig({ testTimeout: 120_000 });

const item = (shelfId: string) => newItem(shelfId, "Emma");
const env = { PLAN_LIMITS: "off" };
const work = { rowsPerRequest: 40, rowsPerTransaction: 10, rowsTogether: 20 };

test("A request stops before the change that would touch too many rows; the next requests apply the rest", async () => {
  const { device } = await ownerWithDevice({ env, work });
  const shelf = newShelf("Books");
  const mutations = [
    sent(1, "shelf.create", shelf),
    ...Array.from({ length: 30 }, (_, at) => sent(2 + at, "item.create", item(shelf.id))),
  ];
  const answers = await device.drain(mutations);
  expect(answers.length).toBeGreaterThan(2);
  for (const { gap, retry, pulled, lastMid } of answers.slice(0, -1))
    expect([gap, retry, pulled, lastMid < 31]).toEqual([false, null, false, true]);
  const last = answers.at(-1);
  expect([last?.pulled, last?.lastMid, last?.results]).toEqual([true, 31, []]);
  expect((await device.sync([], { cursor: 0 })).rows.filter(({ table }) => table === "items")).toHaveLength(
    30,
  );
});

test("Each request applies at least one change, however many rows that touches", async () => {
  const { server, device } = await ownerWithDevice({ env, work: { ...work, rowsTogether: 1000 } });
  const shelf = newShelf("Books");
  await device.sync([sent(1, "shelf.create", shelf)]);
  await fillShelf(server, { userId: device.userId, shelfId: shelf.id, items: 500 });
  const answers = await device.drain([
    sent(2, "shelf.delete", { id: shelf.id }),
    sent(3, "shelf.restore", { id: shelf.id }),
    sent(4, "shelf.update", { id: shelf.id, patch: { name: "Films" }, was: {} }),
  ]);
  expect(answers.map(({ lastMid }) => lastMid)).toEqual([2, 3, 4]);
  expect(shelves(await device.sync([], { cursor: 0 }))).toEqual(["Films"]);
});

test("Other owners' changes are applied between the transactions of one request", async () => {
  const { server, device } = await ownerWithDevice({ env, work: { rowsPerTransaction: 10 } });
  const eve = await server.signedIn("eve@example.org", "eve");
  const shelf = newShelf("Books");
  const commits: string[] = [];
  const firstCommit = Promise.withResolvers<void>();
  const { writeDeps } = server.services;
  const { onCommit } = writeDeps;
  writeDeps.onCommit = (userId, ...rest) => {
    commits.push(userId);
    firstCommit.resolve();
    onCommit(userId, ...rest);
  };
  const long = device.sync([
    sent(1, "shelf.create", shelf),
    ...Array.from({ length: 200 }, (_, at) => sent(2 + at, "item.create", item(shelf.id))),
  ]);
  await firstCommit.promise;
  await eve.post("/api/shelves", { name: "Mine" });
  expect((await long).lastMid).toBe(201);
  expect(commits.findIndex((userId) => userId !== device.userId)).toBeLessThan(commits.length - 1);
});

test("A shelf from before the limits is deleted in parts over several requests, and restored as a whole", async () => {
  const { server, device } = await ownerWithDevice({ env, work });
  const shelf = newShelf("Books");
  await device.sync([sent(1, "shelf.create", shelf)]);
  await fillShelf(server, { userId: device.userId, shelfId: shelf.id, items: 70 });
  const count = async (table: "item" | "shelf" | "sync_tombstone") =>
    (
      await server.services.db.reader
        .selectFrom(table)
        .select("id")
        .where("user_id", "=", device.userId)
        .execute()
    ).length;

  const first = await device.sync([sent(2, "shelf.delete", { id: shelf.id })]);
  expect([first.lastMid, first.retry, await count("shelf")]).toEqual([1, null, 1]);
  expect(await count("item")).toBeLessThan(70);
  const answers = await device.drain([sent(2, "shelf.delete", { id: shelf.id })]);
  expect(answers.length).toBeGreaterThan(1);
  expect([await count("item"), await count("shelf"), await count("sync_tombstone")]).toEqual([0, 0, 71]);
  await device.drain([sent(3, "shelf.restore", { id: shelf.id })]);
  expect([await count("item"), await count("shelf"), await count("sync_tombstone")]).toEqual([70, 1, 0]);
});

test("A category is removed from very many items in parts, and REST deletes a shelf in parts", async () => {
  const { server, ada, device } = await ownerWithDevice({ env, work });
  const shelf = newShelf("Books");
  await device.sync([sent(1, "shelf.create", shelf)]);
  const [id = ""] = await fillShelf(server, {
    userId: device.userId,
    shelfId: shelf.id,
    items: 0,
    categories: 1,
  });
  await fillShelf(server, { userId: device.userId, shelfId: shelf.id, items: 50, categoryIds: [id] });
  const answers = await device.drain([sent(2, "category.delete", { id, shelfId: shelf.id })]);
  expect(answers.length).toBeGreaterThan(1);
  const items = await server.services.db.reader
    .selectFrom("item")
    .select(["category_ids", "version"])
    .where("user_id", "=", device.userId)
    .execute();
  expect([
    new Set(items.map(({ category_ids }) => category_ids)),
    new Set(items.map(({ version }) => version)).size,
  ]).toEqual([new Set(["[]"]), 50]);
  expect((await ada.delete(`/api/shelves/${shelf.id}`)).status).toBe(204);
  const gone = await server.services.db.reader
    .selectFrom("sync_tombstone")
    .select("deletion")
    .where("user_id", "=", device.userId)
    .where("table_name", "!=", "categories")
    .execute();
  expect([gone.length, new Set(gone.map(({ deletion }) => deletion)).size]).toEqual([51, 1]);
});

test("An account that has used up its quota must retry later, in sync and in REST, and no other account must", async () => {
  const { server, ada, device } = await ownerWithDevice({
    env,
    work,
    workQuota: { rowsPerS: 0.1, rowsAtOnce: 120 },
  });
  const eve = await server.signedIn("eve@example.org", "eve");
  const shelf = newShelf("Books");
  const mutations = [
    sent(1, "shelf.create", shelf),
    ...Array.from({ length: 60 }, (_, at) => sent(2 + at, "item.create", item(shelf.id))),
  ];
  let answer = await device.sync(mutations);
  while (answer.laterMs === undefined)
    answer = await device.sync(mutations.filter(({ mid }) => mid > answer.lastMid));
  expect([answer.laterMs > 0, answer.retry, answer.lastMid > 0]).toEqual([true, null, true]);
  for (const refused of [
    await device.ask({ mutations: [] }),
    await ada.post("/api/shelves", { name: "Films" }),
  ]) {
    expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  }
  expect((await eve.post("/api/shelves", { name: "Mine" })).status).toBe(200);
});

test("A quota refills with time, up to its stock", () => {
  let nowMs = 0;
  const workQuotas = new WorkQuotas({ rowsPerS: 10, rowsAtOnce: 100 }, () => nowMs);
  expect(workQuotas.waitMs("ada")).toBe(0);
  workQuotas.charge("ada", 150);
  expect([workQuotas.waitMs("ada"), workQuotas.waitMs("eve")]).toEqual([5000, 0]);
  nowMs += 5000;
  expect(workQuotas.waitMs("ada")).toBe(0);
  nowMs += 1_000_000;
  workQuotas.charge("ada", 110);
  expect(workQuotas.waitMs("ada")).toBe(1000);
});

test("Of one account's requests a few run, some wait, and more retry later; other accounts do not wait", async () => {
  const workQuotas = new WorkQuotas();
  const ends: (() => void)[] = [];
  let running = 0;
  const request = () =>
    workQuotas.inTurn("ada", async () => {
      running += 1;
      await new Promise<void>((resolve) => void ends.push(resolve));
      running -= 1;
    });
  const asked = Array.from({ length: 100 }, () =>
    request().then(
      () => "done",
      (error: unknown) => (error instanceof Refusal ? error.code : error),
    ),
  );
  await expect.poll(() => running).toBe(4);
  expect(await workQuotas.inTurn("eve", async () => "done")).toBe("done");
  const answers = Promise.all(asked);
  for (let ended = 0; ended < 64; ended += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    expect(running).toBeLessThanOrEqual(4);
    ends.shift()?.();
  }
  expect(Map.groupBy(await answers, (answer) => answer).get("too-many")).toHaveLength(36);
});

test("Others run while the arguments of a push are read, and a refusal is kept for their turn", async () => {
  const wrong = { id: newShelf("Books").id, patch: { url: "mailto:,".repeat(2000) }, was: {} };
  const mutations = Array.from({ length: 3 * BEGUN_PER_BREAK }, (_, at) =>
    sent(1 + at, "item.update", wrong),
  );
  let pauses = 0;
  const begun = await begin(mutations, async () => void (pauses += 1));
  expect(pauses).toBe(2);
  expect([...begun.values()].every((each) => each instanceof Refusal)).toBe(true);
});

test("The key of a category's name is made once for a push, however many changes compare it", async () => {
  const { device } = await ownerWithDevice();
  const shelf = newShelf("Books");
  const ids = Array.from({ length: 40 }, (_, at) => ({
    id: uuid(),
    shelfId: shelf.id,
    name: `Name ${at}`,
    position: "a0",
  }));
  const made = vi.spyOn(String.prototype, "normalize");
  await device.sync([
    sent(1, "shelf.create", shelf),
    ...ids.map((category, at) => sent(2 + at, "category.create", category)),
  ]);
  expect(made.mock.calls.length).toBeLessThan(3 * ids.length);
  made.mockRestore();
});

test("Moves and new items make the key of each category's name once, too", async () => {
  const { server, device } = await ownerWithDevice();
  const [here, there] = [newShelf("Books"), newShelf("Films")];
  const ofHere = { userId: device.userId, shelfId: here.id };
  await device.sync([sent(1, "shelf.create", here), sent(2, "shelf.create", there)]);
  const categoryIds = (await fillShelf(server, { ...ofHere, items: 0, categories: 40 })).toSorted();
  await fillShelf(server, { ...ofHere, shelfId: there.id, items: 0, categories: 40 });
  await fillShelf(server, { ...ofHere, items: 10, categoryIds });
  const { rows } = await device.sync();
  const items = rows.flatMap(({ table, row }) => (table === "items" ? [row.id] : []));
  expect(items).toHaveLength(10);
  const made = vi.spyOn(String.prototype, "normalize");
  const { results } = await device.sync([
    ...items.map((id, at) => sent(3 + at, "item.move", { id, shelfId: there.id, position: "a1" })),
    ...items.map((_, at) => sent(13 + at, "item.create", newItem(there.id, "Emma", { categoryIds }))),
  ]);
  const keys = made.mock.calls.length;
  made.mockRestore();
  expect(results).toEqual([]);
  // Each row of a category is read at most twice: by its id, and with those of its shelf.
  expect(keys).toBeLessThanOrEqual(2 * 80);
});

test("Rows that are asked for and do not exist count, too", async () => {
  const { device } = await ownerWithDevice({ env, work });
  const shelf = newShelf("Books");
  const category = { id: uuid(), shelfId: shelf.id, name: "Novels", position: "a0" };
  await device.sync([sent(1, "shelf.create", shelf), sent(2, "category.create", category)]);
  const restores = [3, 4, 5, 6].map((mid) =>
    sent(mid, "category.restore", {
      id: category.id,
      itemIds: Array.from({ length: 250 }, () => uuid()),
      more: true,
    }),
  );
  expect((await device.drain(restores)).map(({ lastMid }) => lastMid)).toEqual([3, 4, 5, 6]);
});
