import { itemRow, newItem, shelfRow } from "@shelv/contract/testing/rows";
import type { SyncRequest, SyncResponse } from "@shelv/contract/sync";
import { expect, test } from "vitest";
import { confirmedRows } from "#local-store/before-images";
import type { LocalStore } from "#local-store/local-store";
import { newId } from "#platform/new-id";
import { pendingCount } from "#local-store/queries";
import { readMeta, startedOver, writeMeta } from "#local-store/sync-meta";
import { openTestStore } from "#local-store/testing/open-test-store";
import { mutate } from "#outbox/mutate";
import { restoreRejected } from "#outbox/rejected";
import { groupRejected, rejectedEntries } from "#outbox/rejected-groups";
import { applyPoke, applyPull } from "./apply-pull";
import { nextRequest } from "#sync/next-request";

const row = (name: string, id = newId()) => shelfRow({ id, name });
const sentRow = (name: string, id = newId()) => ({ table: "shelves", row: row(name, id) });

async function storeInUse(): Promise<LocalStore> {
  const store = openTestStore();
  for (const name of ["a", "b", "pending"]) {
    const { createdAt: _, ...args } = row(name);
    await mutate(store, { name: "shelf.create", args });
  }
  await writeMeta(store, { ...(await readMeta(store)), epoch: "first", cursor: 5, lastMid: 2 });
  return store;
}

const answerTo = ({ epoch, cursor }: SyncRequest, more: Partial<SyncResponse>): SyncResponse => ({
  base: { epoch, cursor },
  epoch: "first",
  cursor,
  lastMid: 2,
  floor: 0,
  lastOp: null,
  gap: false,
  reset: false,
  pulled: true,
  more: false,
  retry: null,
  results: [],
  rows: [],
  gone: [],
  wants: [],
  serverMs: 0,
  ...more,
});
const restart = { reset: true, epoch: "second", cursor: 1, lastMid: 0 };
const everything = async (store: LocalStore) => Promise.all(store.tables.map((table) => table.toArray()));

test.each<[string, Partial<SyncResponse>]>([
  ["from another place", { base: { epoch: "first", cursor: 4 } }],
  ["from another epoch", { base: { epoch: "zeroth", cursor: 5 } }],
  ["written before one that is here already", { lastMid: 1 }],
])("an answer %s changes nothing", async (_, more) => {
  const store = await storeInUse();
  const asked = await nextRequest(store);
  const { request } = asked;
  const before = await everything(store);
  expect(
    await applyPull(store, asked, answerTo(request, { cursor: 9, rows: [sentRow("Stale")], ...more })),
  ).toBe("stale");
  expect(await everything(store)).toEqual(before);
});

test("another device's change from a poke is applied under the pending ones, if this device is at the state before it", async () => {
  const store = await storeInUse();
  const body = { base: { epoch: "first", cursor: 5 }, cursor: 6, rows: [sentRow("Theirs")], gone: [] };
  expect(await applyPoke(store, body)).toBe("applied");
  expect((await store.shelves.toArray()).map(({ name }) => name)).toEqual(
    expect.arrayContaining(["Theirs", "pending"]),
  );
  expect(await store.meta.get("sync")).toMatchObject({ cursor: 6, lastMid: 2 });
  const before = await everything(store);
  expect(await applyPoke(store, body)).toBe("stale");
  expect(
    await applyPoke(store, {
      ...body,
      base: { epoch: "second", cursor: 6 },
      cursor: 7,
      rows: [sentRow("Elsewhere")],
    }),
  ).toBe("stale");
  expect(await everything(store)).toEqual(before);
});

test("a rejected change is undone although the client was reset after it was pushed", async () => {
  const store = await storeInUse();
  const confirmed = row("Confirmed");
  await store.shelves.add(confirmed);
  await mutate(store, {
    name: "shelf.update",
    args: { id: confirmed.id, patch: { name: "Rejected" }, was: {} },
  });
  const asked = await nextRequest(store);
  const { request } = asked;
  expect(await applyPull(store, asked, answerTo(request, { lastMid: 9 }))).toBe("stale");
  const againAsked = await nextRequest(store);
  const { request: again } = againAsked;
  const rejected = { mid: 4, code: "shelf-limit", message: "No" };
  expect(await applyPull(store, againAsked, answerTo(again, { lastMid: 4, results: [rejected] }))).toBe(
    "applied",
  );
  expect(await store.shelves.get(confirmed.id)).toEqual(confirmed);
});

test("a rejected change that is not rebased yet is undone by the next pull, though the client was reset before", async () => {
  const store = await storeInUse();
  const rejected = { mid: 3, code: "shelf-limit", message: "No" };
  const asked = await nextRequest(store);
  const answer = answerTo(asked.request, { pulled: false, lastMid: 3, results: [rejected] });
  expect(await applyPull(store, asked, answer)).toBe("applied");
  const again = await nextRequest(store);
  expect(await applyPull(store, again, answerTo(again.request, { lastMid: 9 }))).toBe("stale");
  const afterReset = await nextRequest(store);
  const { mutations } = afterReset.request;
  const last = mutations.at(-1)?.mid ?? 0;
  await applyPull(store, afterReset, answerTo(afterReset.request, { lastMid: last }));
  expect((await store.shelves.toArray()).map(({ name }) => name)).not.toContain("pending");
});

test("pending restores and deletions of a shelf leave an item alone that is live on another", async () => {
  const store = openTestStore();
  const [from, to] = [row("From"), row("To")];
  const item = itemRow({ id: newId(), shelfId: from.id });
  const pull = async (more: Partial<SyncResponse>) => {
    const asked = await nextRequest(store);
    expect(await applyPull(store, asked, answerTo(asked.request, more))).toBe("applied");
  };
  const items = (rows: unknown[]) => rows.map((of) => ({ table: "items", row: of as { id: string } }));
  const shelves = [from, to].map((of) => ({ table: "shelves", row: of }));
  await pull({ lastMid: 0, reset: true, cursor: 1, rows: [...shelves, ...items([item])] });
  for (const name of ["shelf.delete", "shelf.restore", "shelf.delete"] as const)
    await mutate(store, { name, args: { id: from.id } });
  const moved = { ...item, shelfId: to.id };
  const gone = [{ table: "shelves", id: from.id }];
  await pull({ lastMid: 1, cursor: 2, rows: items([moved]), gone });
  await pull({ lastMid: 1, cursor: 3 });
  expect(await store.items.toArray()).toEqual([moved]);
});

test("an answer to a request from before a new start changes nothing, though it has the same base", async () => {
  const store = await storeInUse();
  await writeMeta(store, startedOver(await readMeta(store)));
  const asked = await nextRequest(store);
  await writeMeta(store, startedOver(await readMeta(store)));
  const before = await everything(store);
  const answer = answerTo(asked.request, { reset: true, cursor: 9, rows: [sentRow("Older")] });
  expect(await applyPull(store, asked, answer)).toBe("stale");
  expect(await everything(store)).toEqual(before);
});

test("an answer to the client before a reset changes nothing", async () => {
  const store = await storeInUse();
  const asked = await nextRequest(store);
  const { request } = asked;
  expect(
    await applyPull(
      store,
      { ...asked, request: { ...request, clientId: newId() } },
      answerTo(request, { lastMid: 3 }),
    ),
  ).toBe("stale");
  expect(await pendingCount(store)).toBe(1);
});

test.each([
  ["in another epoch", restart],
  ["in the same epoch, which may end", {}],
])("a new client %s takes along what was acknowledged", async (_, more) => {
  const store = await storeInUse();
  const names = (await store.outbox.toArray()).map(({ opId }) => opId);
  const asked = await nextRequest(store);
  const { request } = asked;
  expect(await applyPull(store, asked, answerTo(request, { ...more, lastMid: 7 }))).toBe("stale");
  expect((await store.outbox.toArray()).map(({ mid, opId }) => [mid, opId])).toEqual(
    names.map((opId, at) => [at + 1, opId]),
  );
  expect([await pendingCount(store), (await readMeta(store)).clientId === request.clientId]).toEqual([
    3,
    false,
  ]);
});

test("changes that the server lacks are pending again", async () => {
  const store = await storeInUse();
  const asked = await nextRequest(store);
  const { request } = asked;
  expect(await applyPull(store, asked, answerTo(request, { lastMid: 0, gap: true }))).toBe("applied");
  expect(await pendingCount(store)).toBe(3);
});

test("unknown tables and row shapes are skipped; the other rows of the answer are applied", async () => {
  const store = await storeInUse();
  const asked = await nextRequest(store);
  const { request } = asked;
  const answer = answerTo(request, {
    cursor: 8,
    gone: [{ table: "tomorrow", id: "x" }],
    rows: [
      { table: "tomorrow", row: { id: "x" } },
      { table: "shelves", row: { id: "no shelf" } },
      sentRow("Known"),
    ],
  });
  expect(await applyPull(store, asked, answer)).toBe("applied");
  const names = (await store.shelves.toArray()).map(({ name }) => name);
  expect([names.includes("Known"), names.includes("pending"), await store.shelves.get("no shelf")]).toEqual([
    true,
    true,
    undefined,
  ]);
  expect(await store.meta.get("sync")).toMatchObject({ cursor: 8, epoch: "first" });
});

test.each<[string, (store: LocalStore, id: string) => Promise<unknown>]>([
  ["is brought back", (store, id) => mutate(store, { name: "shelf.restore", args: { id } })],
  [
    "is deleted and brought back",
    async (store, id) => mutate(store, (await mutate(store, { name: "shelf.delete", args: { id } })) ?? []),
  ],
])(
  "a shelf that %s here shows, however often the view is rebased, while the server starts over without it",
  async (_, act) => {
    const store = await storeInUse();
    const [shelf, known] = [row("Kept"), newId()];
    await store.shelves.add(shelf);
    await store.items.add(itemRow({ id: known, shelfId: shelf.id }));
    await act(store, shelf.id);
    for (let times = 0; times < 2; times += 1) {
      const asked = await nextRequest(store);
      const { request } = asked;
      expect(await applyPull(store, asked, answerTo(request, restart))).toBe("applied");
      expect([(await store.shelves.get(shelf.id))?.name, (await store.items.get(known))?.title]).toEqual([
        "Kept",
        "Mug",
      ]);
      const { rebasedMid } = await readMeta(store);
      const entries = await store.outbox.where("mid").above(rebasedMid).toArray();
      expect(confirmedRows(entries).filter(({ id }) => id === shelf.id)).toEqual([
        { table: "shelves", id: shelf.id, row: null },
      ]);
    }
  },
);

test("a pending restore brings its shelf back although the item is moved and deleted again later, whatever a pull brings in between", async () => {
  const store = await storeInUse();
  const [first, second, mug, cup] = [row("First"), row("Second"), newId(), newId()];
  await store.shelves.bulkAdd([first, second]);
  await store.items.add(itemRow({ id: mug, shelfId: first.id }));
  const sync = async (more: Partial<SyncResponse>) => {
    const asked = await nextRequest(store);
    const { request } = asked;
    await applyPull(store, asked, answerTo(request, { cursor: request.cursor + 1, ...more }));
  };
  await sync({
    gone: [
      { table: "items", id: mug },
      { table: "shelves", id: first.id },
    ],
  });

  await mutate(store, { name: "item.restore", args: { id: mug } });
  await mutate(store, { name: "item.create", args: newItem({ id: cup, shelfId: first.id, title: "Cup" }) });
  await mutate(store, { name: "item.move", args: { id: mug, shelfId: second.id, position: "a0" } });
  await mutate(store, { name: "item.delete", args: { id: mug } });
  for (const name of ["News", "More"]) {
    await sync({ rows: [sentRow(name)] });
    expect([
      (await store.shelves.get(first.id))?.name,
      (await store.items.toArray()).map(({ title }) => title),
    ]).toEqual(["First", ["Cup"]]);
  }
  await sync({
    lastMid: 7,
    rows: [
      { table: "shelves", row: first },
      { table: "items", row: itemRow({ id: cup, shelfId: first.id, title: "Cup" }) },
    ],
    gone: [{ table: "items", id: mug }],
  });
  await mutate(store, { name: "item.restore", args: { id: mug } });
  await sync({ lastMid: 7, rows: [sentRow("Even more")] });
  expect((await store.items.get(mug))?.shelfId).toBe(second.id);
});

test("a category that another device deleted is restored from the tray on the items that had it", async () => {
  const store = await storeInUse();
  const [shelf, id, mug, cup] = [row("Shelf"), newId(), newId(), newId()];
  const category = { id, shelfId: shelf.id, name: "Blue", position: "a0", createdAt: "2026" };
  const item = (itemId: string, categoryIds: string[]) =>
    itemRow({ id: itemId, shelfId: shelf.id, categoryIds });
  await store.shelves.add(shelf);
  await store.categories.add(category);
  await store.items.bulkAdd([item(mug, [id]), item(cup, [])]);
  await mutate(store, {
    name: "category.update",
    args: { id, patch: { name: "Navy" }, was: { name: "Blue" } },
  });
  const asked = await nextRequest(store);
  const { request } = asked;
  await applyPull(
    store,
    asked,
    answerTo(request, {
      cursor: 9,
      lastMid: 4,
      results: [{ mid: 4, code: "category-not-found", message: "" }],
      gone: [{ table: "categories", id }],
      rows: [{ table: "items", row: item(mug, []) }],
    }),
  );
  const [group] = groupRejected(await rejectedEntries(store));
  if (!group) throw new Error("Nothing in the tray");
  await restoreRejected(store, group);
  expect([
    (await store.categories.get(id))?.name,
    (await store.items.get(mug))?.categoryIds,
    (await store.items.get(cup))?.categoryIds,
  ]).toEqual(["Navy", [id], []]);
  expect(
    (await store.outbox.where("mid").above(4).toArray()).map(({ name, args }) => [
      name,
      (args as { itemIds?: string[] }).itemIds,
    ]),
  ).toEqual([
    ["category.restore", [mug]],
    ["category.update", undefined],
  ]);
});

test("only rows that differ are written", async () => {
  const store = await storeInUse();
  const same = row("Same");
  await store.shelves.bulkAdd([same, row("Other")]);
  const written: string[] = [];
  store.shelves.hook("creating", (_, { name }) => void written.push(name));
  store.shelves.hook("updating", (_, __, { name }) => void written.push(name));
  store.shelves.hook("deleting", (_, { name }) => void written.push(name));
  const asked = await nextRequest(store);
  const { request } = asked;
  await applyPull(
    store,
    asked,
    answerTo(request, { rows: [{ table: "shelves", row: { ...same } }, sentRow("New")] }),
  );
  expect(written.toSorted()).toEqual(["New", "a", "b"]);
});
