import { itemRow, shelfRow } from "@shelv/contract/testing/rows";
import { type BootQuery, isBootQuery } from "#local-store/readable-store";
import "fake-indexeddb/auto";
import { expect, onTestFinished, test } from "vitest";
import { STORE_VERSION } from "#local-store/schema";
import type { LocalStore } from "#local-store/local-store";
import { openIdbReader, storeReader } from "#local-store/boot/idb-reader";
import * as queries from "#local-store/queries";
import { openGlobalStore } from "#local-store/testing/open-test-store";
import { changeCounts } from "./change-counts";
import { openNotices } from "./notices";
import { rejectedCount, rejectedEntries } from "./rejected-groups";

const shelf = (id: string, position: string) => shelfRow({ id, name: id, position });
const item = (id: string, shelfId: string, position: string) =>
  itemRow({ id, shelfId, position, categoryIds: ["new"] });
const change = { name: "item.update", v: 1, args: {}, pictures: [], at: 1 };
const row = { table: "items", id: "a", row: null } as const;

async function fill(store: LocalStore) {
  await store.shelves.bulkAdd([shelf("s", "b"), shelf("s1", "a")]);
  await store.categories.add({ id: "new", shelfId: "s", name: "New", position: "a", createdAt: "2026" });
  await store.items.bulkAdd([item("c", "s", "a"), item("b", "s1", "b"), item("a", "s1", "Zz")]);
  await store.singles.bulkAdd([
    { id: "onboarding", completed: true, goal: null },
    { ...(await queries.profileOf(store)), id: "profile", displayName: "Ada" },
  ]);
  await store.meta.add({
    key: "sync",
    clientId: "c",
    epoch: "e",
    cursor: 7,
    lastMid: 1,
    rebasedMid: 1,
    revision: 1,
    viewSchema: 3,
    blocked: null,
    wants: [],
    lastSyncAt: 1,
  });
  await store.outbox.bulkAdd([
    { ...change, opId: "1", rows: ["a"], before: [row] },
    { ...change, opId: "2", rows: ["b"], before: [{ ...row, id: "b" }] },
  ]);
  await store.rejected.add({
    ...change,
    opId: "3",
    rows: ["c"],
    code: "plan-limit",
    message: "No",
    rejectedAt: 1,
  });
}

const ARGS: Partial<Record<keyof typeof queries, unknown[]>> = {
  shelfById: ["s"],
  itemIdsOfShelf: ["s1"],
  firstItemsOfShelf: ["s1", 1],
  itemsById: [["b", "nowhere", "a"]],
  categoriesOfShelf: ["s"],
};

test.each([false, true])(
  "every query of a first screen reads the same as from the store itself (filled: %s)",
  async (isFilled) => {
    const store = await openGlobalStore();
    if (isFilled) await fill(store);
    const database = await openIdbReader(store.name, STORE_VERSION);
    onTestFinished(() => database?.close());
    const plain = database && storeReader(database);
    if (!plain) throw new Error("It is not there");
    const named = Object.entries({ ...queries, changeCounts, openNotices, rejectedCount, rejectedEntries });
    const early = named.flatMap(([name, query]) =>
      typeof query === "function" && isBootQuery(query as never)
        ? [{ name, query: query as BootQuery<unknown[], unknown> }]
        : [],
    );
    expect(early.length).toBeGreaterThan(15);
    const ask = (of: Parameters<typeof queries.shelvesInOrder>[0]) =>
      Promise.all(
        early.map(async ({ name, query }) => ({
          name,
          answer: await query(of, ...(ARGS[name as keyof typeof queries] ?? [undefined])),
        })),
      );
    expect(await ask(plain)).toEqual(await ask(store));
  },
);
