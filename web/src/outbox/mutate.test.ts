import { MUTATORS } from "@shelv/mutators/mutations";
import { newItem, newShelf } from "@shelv/contract/testing/rows";
import { describe, expect, test } from "vitest";
import { confirmedRows } from "#local-store/before-images";
import type { LocalStore } from "#local-store/local-store";
import type { RejectedEntry } from "#local-store/schema";
import { newId } from "#platform/new-id";
import { pendingCount, rowMarks } from "#local-store/queries";
import { openTestStore } from "#local-store/testing/open-test-store";
import { mutate } from "./mutate";
import { holdPicture, localPicture } from "./pictures";
import { moveToRejected } from "./move-to-rejected";
import { restoreRejected, restoresFor, retryRejected } from "./rejected";
import { groupRejected, rejectedEntries } from "./rejected-groups";

const shelf = (id: string, name: string) => newShelf({ id, name });
const makeShelf = (store: LocalStore, id: string, name = "Books") =>
  mutate(store, { name: "shelf.create", args: shelf(id, name) });
const rename = (store: LocalStore, id: string, name: string) =>
  mutate(store, { name: "shelf.update", args: { id, patch: { name }, was: {} } });

test("a row's first before-image is its confirmed row; null for a new row", async () => {
  const store = openTestStore();
  const [known, made] = [newId(), newId()];
  const confirmed = { ...shelf(known, "Confirmed"), createdAt: "2026" };
  await store.shelves.add(confirmed);
  await rename(store, known, "Once");
  await rename(store, known, "Twice");
  await makeShelf(store, made);
  await rename(store, made, "Films");
  expect(new Set(confirmedRows(await store.outbox.toArray()))).toEqual(
    new Set([
      { table: "shelves", id: known, row: confirmed },
      { table: "shelves", id: made, row: null },
    ]),
  );
  expect(await rowMarks(store)).toEqual(
    new Map([
      [known, "pending"],
      [made, "pending"],
    ]),
  );
});

test("a device whose store the browser has emptied enqueues changes of rows that it no longer has", async () => {
  const store = openTestStore();
  await store.open();
  const create = () => mutate(store, { name: "item.create", args: itemWith(null, newId()) });
  await expect(create()).rejects.toMatchObject({ code: "shelf-not-found" });
  await store.reopen();
  await create();
  expect([await store.outbox.count(), await store.items.count()]).toEqual([1, 0]);
});

test("a list with one rejected change leaves no row, no entry and no used number", async () => {
  const store = openTestStore();
  await expect(
    mutate(store, [
      { name: "shelf.create", args: shelf(newId(), "Half done") },
      { name: "item.update", args: { id: newId(), patch: { title: "x" }, was: {} } },
    ]),
  ).rejects.toMatchObject({ code: "item-not-found" });
  expect([await store.shelves.count(), await store.outbox.count()]).toEqual([0, 0]);
  await makeShelf(store, newId());
  expect(await store.outbox.toCollection().primaryKeys()).toEqual([1]);
});

test("a mutation sees what the one before it in the list wrote: a shelf and an item on it, each with its mutator's version", async () => {
  const store = openTestStore();
  const [shelfId, id] = [newId(), newId()];
  await mutate(store, [
    { name: "shelf.create", args: shelf(shelfId, "Books") },
    { name: "item.create", args: newItem({ id, shelfId }) },
  ]);
  expect((await store.outbox.toArray()).map(({ mid, name, v, rows }) => [mid, name, v, rows])).toEqual([
    [1, "shelf.create", MUTATORS["shelf.create"].v, [shelfId]],
    [2, "item.create", MUTATORS["item.create"].v, [id]],
  ]);
});

test("the plan's limit applies on the device too", async () => {
  const store = openTestStore();
  await store.singles.add({
    id: "account",
    username: "ada",
    plan: "free",
    trialEndsAt: null,
    isPlanFixed: false,
    hasPlanLimits: true,
  });
  for (let made = 0; made < 3; made += 1) await makeShelf(store, newId());
  await expect(makeShelf(store, newId())).rejects.toMatchObject({ code: "shelf-limit" });
  expect(await pendingCount(store)).toBe(3);
});

const itemWith = (picture: string | null, shelfId: string) => newItem({ id: newId(), shelfId, picture });

test("a picture is named by its SHA-256 and stored only with a change that names it", async () => {
  const store = openTestStore();
  const bytes = new TextEncoder().encode("abc").buffer;
  const shelfId = newId();
  await makeShelf(store, shelfId);
  const sha256 = await holdPicture(store, bytes, "image/png");
  expect(sha256).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect([await localPicture(store, sha256), await store.pictures.count()]).toEqual([
    { bytes, type: "image/png" },
    0,
  ]);
  await expect(
    mutate(store, [
      { name: "item.create", args: itemWith(sha256, shelfId) },
      { name: "item.create", args: itemWith(null, newId()) },
    ]),
  ).rejects.toMatchObject({ code: "shelf-not-found" });
  expect(await store.pictures.count()).toBe(0);
  await mutate(store, { name: "item.create", args: itemWith(sha256, shelfId) });
  expect(await store.pictures.toArray()).toMatchObject([{ sha256, type: "image/png" }]);
  expect((await store.outbox.orderBy("mid").last())?.pictures).toEqual([sha256]);
});

test("only the newest pictures of forms stay in memory", async () => {
  const store = openTestStore();
  const choose = (text: string) => holdPicture(store, new TextEncoder().encode(text).buffer, "image/png");
  const first = await choose("first");
  const again = await choose("again");
  for (let other = 0; other < 6; other += 1) await choose(`other ${other}`);
  await choose("again");
  const newest = await choose("newest");
  const held = await Promise.all([first, again, newest].map((sha256) => localPicture(store, sha256)));
  expect(held.map((picture) => picture !== undefined)).toEqual([false, true, true]);
});

const SAID = { code: "shelf-limit", message: "No room" };

describe("the tray", () => {
  test("takes a change once, with everything typed, and leaves a no-op in the outbox", async () => {
    const store = openTestStore();
    await makeShelf(store, newId(), "Typed");
    await moveToRejected(store, 1, SAID);
    await moveToRejected(store, 1, { code: "other", message: "Told again" });
    await moveToRejected(store, 99, SAID);
    expect(await store.rejected.toArray()).toMatchObject([
      { ...SAID, name: "shelf.create", args: { name: "Typed" } },
    ]);
    expect(await store.outbox.toArray()).toMatchObject([
      { mid: 1, name: "no-op", args: { code: "shelf-limit" }, pictures: [], rows: [] },
    ]);
  });

  test("leaves a group in the tray if one of its changes is rejected again, and applies none", async () => {
    const store = openTestStore();
    const id = newId();
    await makeShelf(store, id);
    await rename(store, id, "Films");
    await Promise.all([moveToRejected(store, 1, SAID), moveToRejected(store, 2, SAID)]);
    const [group] = groupRejected(await rejectedEntries(store));
    if (!group) throw new Error("Nothing in the tray");
    await expect(retryRejected(store, group)).rejects.toMatchObject({ code: "id-taken" });
    expect([await store.rejected.count(), await store.outbox.count()]).toEqual([2, 2]);
    await store.shelves.delete(id);
    await retryRejected(store, group);
    expect([await store.rejected.count(), (await store.shelves.get(id))?.name]).toEqual([0, "Films"]);
    expect((await store.outbox.toArray()).map(({ mid, name }) => [mid, name]).slice(2)).toEqual([
      [3, "shelf.create"],
      [4, "shelf.update"],
    ]);
    await retryRejected(store, group);
    expect(await store.outbox.count()).toBe(4);
  });
});

const entry = (name: string, args: unknown): RejectedEntry => ({
  opId: newId(),
  name,
  v: 1,
  args,
  pictures: [],
  rows: [],
  at: 0,
  rejectedAt: 0,
  ...SAID,
});
const create = entry("shelf.create", { id: "s1" });
const put = entry("item.create", { id: "i1", shelfId: "s1" });
const edit = entry("item.update", { id: "i1" });
const other = entry("item.create", { id: "i2", shelfId: "s2" });
const moved = entry("item.move", { id: "i2", shelfId: "s1" });
const profile = entry("profile.update", { patch: {} });

test.each<[string, RejectedEntry[], RejectedEntry[][]]>([
  ["nothing", [], []],
  ["a shelf, its item and the item's edit", [create, put, edit], [[create, put, edit]]],
  [
    "things that have nothing to do with each other",
    [create, other, profile],
    [[create], [other], [profile]],
  ],
  ["an item whose shelf was not rejected, and its edit", [put, edit], [[put, edit]]],
  ["edits of what was not rejected", [edit, profile], [[edit], [profile]]],
  ["a move onto a rejected shelf", [create, moved], [[create, moved]]],
])("rejected changes are listed under the one that they follow from: %s", (_, entries, groups) => {
  expect(groupRejected(entries).map(({ root, followers }) => [root, ...followers])).toEqual(groups);
});

test("no restore is needed for rows that the group itself creates", () => {
  const gone = (name: string, args: unknown) => ({ ...entry(name, args), code: "shelf-not-found" });
  expect(
    restoresFor({ root: create, followers: [gone("item.create", { id: "i1", shelfId: "s1" })] }),
  ).toEqual([]);
  expect(
    restoresFor({ root: gone("item.create", { id: "i1", shelfId: "s1" }), followers: [] }),
  ).toMatchObject([{ name: "shelf.restore", args: { id: "s1" } }]);
});

describe("undo", () => {
  const item = (id: string, shelfId: string, categoryIds: string[] = []) =>
    newItem({ id, shelfId, categoryIds });

  test("restores a deleted shelf with everything on it, before anything was pushed", async () => {
    const store = openTestStore();
    const [shelfId, category, mug, cup] = [newId(), newId(), newId(), newId()];
    await makeShelf(store, shelfId);
    await mutate(store, [
      { name: "category.create", args: { id: category, shelfId, name: "Blue", position: "a0" } },
      { name: "item.create", args: item(mug, shelfId, [category]) },
      { name: "item.create", args: item(cup, shelfId) },
    ]);
    await mutate(store, { name: "item.delete", args: { id: cup } });
    const before = [
      await store.shelves.toArray(),
      await store.categories.toArray(),
      await store.items.toArray(),
    ];
    const undo = await mutate(store, { name: "shelf.delete", args: { id: shelfId } });
    expect([await store.shelves.count(), await store.items.count()]).toEqual([0, 0]);
    await mutate(store, undo ?? []);
    expect([
      await store.shelves.toArray(),
      await store.categories.toArray(),
      await store.items.toArray(),
    ]).toEqual(before);
  });

  test("restores a category on its items, and an item on its shelf with its categories", async () => {
    const store = openTestStore();
    const [one, other, category, mug] = [newId(), newId(), newId(), newId()];
    await makeShelf(store, one);
    await makeShelf(store, other);
    await mutate(store, [
      { name: "category.create", args: { id: category, shelfId: one, name: "Blue", position: "a0" } },
      { name: "item.create", args: item(mug, one, [category]) },
    ]);
    const before = await store.items.get(mug);
    for (const change of [
      { name: "category.delete" as const, args: { id: category, shelfId: one } },
      { name: "item.move" as const, args: { id: mug, shelfId: other, position: "a5" } },
    ]) {
      const undo = await mutate(store, change);
      expect(await store.items.get(mug)).not.toEqual(before);
      await mutate(store, undo ?? []);
      expect(await store.items.get(mug)).toEqual(before);
    }
  });

  test("is not offered for a change that cannot be undone", async () => {
    const store = openTestStore();
    const shelfId = newId();
    expect(await makeShelf(store, shelfId)).toBeNull();
    expect(await rename(store, shelfId, "Films")).toBeNull();
    expect(await mutate(store, { name: "item.delete", args: { id: newId() } })).toBeNull();
  });
});

test("an edit of a row that another device deleted is in the tray, and is made again after a restore", async () => {
  const store = openTestStore();
  const [shelfId, unknown] = [newId(), newId()];
  const rejected = (name: string, id: string, code: string): RejectedEntry => ({
    opId: newId(),
    name,
    v: 1,
    args: { id, patch: { name: "Films" }, was: { name: "Books" } },
    pictures: [],
    rows: [],
    at: 0,
    code,
    message: "",
    rejectedAt: 0,
  });
  await makeShelf(store, shelfId);
  await mutate(store, { name: "shelf.delete", args: { id: shelfId } });
  await store.rejected.bulkAdd([
    rejected("shelf.update", shelfId, "shelf-not-found"),
    rejected("category.update", unknown, "category-not-found"),
  ]);
  const groups = groupRejected(await rejectedEntries(store));
  for (const group of groups)
    await Promise.all([restoreRejected(store, group), restoreRejected(store, group)]);
  expect([(await store.shelves.get(shelfId))?.name, await store.rejected.count()]).toEqual(["Films", 0]);
  expect((await store.outbox.toArray()).map(({ name }) => name).slice(2)).toEqual([
    "shelf.restore",
    "shelf.update",
    "category.restore",
    "category.update",
  ]);
});

test("a row that can no longer be restored stays one group of the tray, however often the owner retries", async () => {
  const store = openTestStore();
  const id = newId();
  await store.rejected.add({
    opId: newId(),
    name: "item.update",
    v: 1,
    args: { id, patch: { title: "Typed" }, was: {}, categories: { add: [], remove: [] } },
    pictures: [],
    rows: [id],
    at: 0,
    code: "item-not-found",
    message: "",
    rejectedAt: 0,
  });
  for (let tries = 0; tries < 3; tries += 1) {
    const [group] = groupRejected(await rejectedEntries(store));
    if (!group) throw new Error("The tray is empty");
    await restoreRejected(store, group);
    for (const { mid } of await store.outbox.toArray())
      await moveToRejected(store, mid, { code: "item-not-found", message: "" });
    await store.outbox.clear();
  }
  const groups = groupRejected(await rejectedEntries(store));
  expect(groups.map(({ root, followers }) => [root.name, followers.map(({ name }) => name)])).toEqual([
    ["item.restore", ["item.update"]],
  ]);
});
