import { itemRow, newItem, newShelf, shelfRow } from "@shelv/contract/testing/rows";
import { FIRST_SINGLES } from "@shelv/contract/rows/owner-tables";
import { expect, test } from "vitest";
import { newId } from "#platform/new-id";
import { readMeta, writeMeta } from "#local-store/sync-meta";
import { openTestStore } from "#local-store/testing/open-test-store";
import { mutate } from "./mutate";
import { openNotices } from "./notices";
import { retryRejected } from "./rejected";
import { restoreCategoryItems } from "./restore-category-items";

const AT = "2026-01-01T00:00:00.000Z";

test("restoring an overwritten value is an ordinary edit that also removes its notice", async () => {
  const store = openTestStore();
  const [shelf, link] = [newId(), "github" as const];
  await store.shelves.add(shelfRow({ id: shelf, name: "Music" }));
  await store.socialLinks.add({ id: link, value: "ada2", position: "a1" });
  await store.singles.add({ ...FIRST_SINGLES.profile, bio: "Hello" });
  await store.notices.bulkAdd([
    { id: newId(), table: "shelves", rowId: shelf, field: "name", lost: "Films", kept: "Music", at: AT },
    { id: newId(), table: "socialLinks", rowId: link, field: "value", lost: "ada", kept: "ada2", at: AT },
    { id: newId(), table: "singles", rowId: "profile", field: "bio", lost: "Hi", kept: "Hello", at: AT },
  ]);
  for (const { restore } of await openNotices(store)) await mutate(store, restore);
  expect([
    (await store.shelves.get(shelf))?.name,
    (await store.socialLinks.get(link))?.value,
    await store.singles.get("profile"),
  ]).toEqual(["Films", "ada", { ...FIRST_SINGLES.profile, bio: "Hi" }]);
  expect(await store.notices.count()).toBe(0);
  expect((await store.outbox.toArray()).map(({ name }) => name)).toEqual([
    "profile.update",
    "notice.dismiss",
    "social-link.set",
    "notice.dismiss",
    "shelf.update",
    "notice.dismiss",
  ]);
});

test("a category that was deleted before an item joined it is restored with that item", async () => {
  const store = openTestStore();
  const [shelf, category, item] = [newId(), newId(), newId()];
  await mutate(store, [
    {
      name: "shelf.create",
      args: newShelf({ id: shelf, name: "Music" }),
    },
    { name: "category.create", args: { id: category, shelfId: shelf, name: "Vinyl", position: "a0" } },
    {
      name: "item.create",
      args: newItem({ id: item, shelfId: shelf, title: "Kind of Blue" }),
    },
    { name: "category.delete", args: { id: category, shelfId: shelf } },
  ]);
  await store.notices.add({
    id: newId(),
    table: "items",
    rowId: item,
    field: "categoryIds",
    lost: { id: category, name: "Vinyl" },
    kept: null,
    at: AT,
  });
  const [open] = await openNotices(store);
  await mutate(store, open?.restore ?? []);
  expect([(await store.categories.get(category))?.name, (await store.items.get(item))?.categoryIds]).toEqual([
    "Vinyl",
    [category],
  ]);
  expect([await openNotices(store), await store.notices.count()]).toEqual([[], 0]);
});

test("no restore is offered for a row that is gone or has the value again, or for an unknown table or field", async () => {
  const store = openTestStore();
  const shelf = newId();
  await store.shelves.add(shelfRow({ id: shelf, name: "Films" }));
  const notice = { table: "shelves", rowId: shelf, field: "name", lost: "Books", kept: "Films", at: AT };
  await store.notices.bulkAdd([
    { ...notice, id: newId(), lost: "Films" },
    { ...notice, id: newId(), rowId: newId() },
    { ...notice, id: newId(), table: "moons" },
    { ...notice, id: newId(), field: "colour" },
  ]);
  expect(await openNotices(store)).toEqual([]);
});

test("a row that was deleted unseen is restored, a category on its items, and its notice is removed", async () => {
  const store = openTestStore();
  const [shelf, other, category, item] = [newId(), newId(), newId(), newId()];
  await store.shelves.bulkAdd([
    shelfRow({ id: shelf, name: "Books" }),
    shelfRow({ id: other, name: "Films", position: "a1" }),
  ]);
  await store.categories.add({ id: category, shelfId: other, name: "Blue", position: "a0", createdAt: AT });
  await store.items.add(itemRow({ id: item, shelfId: other, title: "Atlas", categoryIds: [category] }));
  await mutate(store, [
    { name: "shelf.delete", args: { id: shelf } },
    { name: "category.delete", args: { id: category, shelfId: other } },
    { name: "social-link.delete", args: { id: "github" } },
  ]);
  const notice = { field: "deleted", kept: null, at: AT };
  const link = { value: "ada", position: "a0" };
  await store.notices.bulkAdd([
    { ...notice, id: newId(), table: "shelves", rowId: shelf, lost: { name: "Books", items: 0 } },
    { ...notice, id: newId(), table: "categories", rowId: category, lost: { name: "Blue" } },
    { ...notice, id: newId(), table: "socialLinks", rowId: "github", lost: { name: "github", link } },
    { ...notice, id: newId(), table: "items", rowId: item, lost: { name: "Atlas" } },
    { ...notice, id: newId(), table: "moons", rowId: newId(), lost: { name: "Io" } },
  ]);
  const open = await openNotices(store);
  expect(open.map((one) => one.notice.table)).toEqual(["socialLinks", "categories", "shelves"]);
  for (const { restore } of open) await mutate(store, await restoreCategoryItems(store, restore));
  expect([
    (await store.shelves.get(shelf))?.name,
    (await store.items.get(item))?.categoryIds,
    (await store.socialLinks.get("github"))?.value,
    await openNotices(store),
  ]).toEqual(["Books", [category], "ada", []]);
});

test("a picture that another device replaced is offered once, and returns with its own cut-out", async () => {
  const store = openTestStore();
  const [item, at] = [newId(), "2026-01-02T00:00:00.000Z"];
  const [mine, myCutout, theirs, theirCutout] = ["a", "b", "c", "d"].map((digit) => digit.repeat(64));
  const mug = itemRow({
    id: item,
    shelfId: newId(),
    picture: theirs ?? null,
    cutout: theirCutout ?? null,
    showsCutout: true,
  });
  const restored = async (fields: Record<string, unknown>) => {
    await store.items.put(mug);
    await store.notices.bulkAdd(
      Object.entries(fields).map(([field, lost]) => ({
        id: newId(),
        table: "items",
        rowId: item,
        field,
        lost,
        kept: null,
        at,
      })),
    );
    const [open, ...others] = await openNotices(store);
    expect(others).toEqual([]);
    await mutate(store, open?.restore ?? []);
    expect([await store.notices.count(), await openNotices(store)]).toEqual([0, []]);
    const { picture, cutout, showsCutout } = (await store.items.get(item)) ?? mug;
    return { picture, cutout, showsCutout };
  };
  expect(await restored({ picture: mine, cutout: myCutout })).toEqual({
    picture: mine,
    cutout: myCutout,
    showsCutout: true,
  });
  expect(await restored({ picture: mine })).toEqual({ picture: mine, cutout: null, showsCutout: false });
  expect(await restored({ showsCutout: false })).toEqual({
    picture: theirs,
    cutout: theirCutout,
    showsCutout: false,
  });
});

test("a deletion carries the version that this device has pulled; other changes do not", async () => {
  const store = openTestStore();
  const shelf = newId();
  await mutate(store, { name: "shelf.delete", args: { id: shelf } });
  await store.transaction("rw", store.meta, async () => {
    await writeMeta(store, { ...(await readMeta(store)), epoch: "e1", cursor: 7 });
  });
  await mutate(store, [
    { name: "shelf.delete", args: { id: shelf } },
    { name: "shelf.move", args: { id: shelf, position: "a0" } },
  ]);
  expect((await store.outbox.toArray()).map(({ args }) => (args as { seen?: unknown }).seen)).toEqual([
    undefined,
    { epoch: "e1", cursor: 7 },
    undefined,
  ]);
});

test("a deletion made again from the tray carries the version of the first time, if that is of this epoch", async () => {
  const store = openTestStore();
  const at = (epoch: string, cursor: number) =>
    store.transaction("rw", store.meta, async () =>
      writeMeta(store, { ...(await readMeta(store)), epoch, cursor }),
    );
  const last = async () => {
    const entry = (await store.outbox.toArray()).at(-1);
    if (!entry) throw new Error("There is no change");
    return entry;
  };
  const seenAgain = async () => {
    const root = { ...(await last()), rows: [], code: "invalid", message: "", rejectedAt: 0 };
    await store.rejected.put(root);
    await retryRejected(store, { root, followers: [] });
    return ((await last()).args as { seen?: unknown }).seen;
  };
  await at("e1", 7);
  await mutate(store, { name: "shelf.delete", args: { id: newId() } });
  await at("e1", 9);
  expect(await seenAgain()).toEqual({ epoch: "e1", cursor: 7 });
  await at("e2", 3);
  expect(await seenAgain()).toEqual({ epoch: "e2", cursor: 3 });
});

test("an edit carries the fields that another tab wrote since its form opened, and none that this tab wrote", async () => {
  const store = openTestStore();
  const shelf = newId();
  const row = shelfRow({ id: shelf });
  await store.shelves.add(row);
  const rename = (name: string, was: string) =>
    mutate(store, { name: "shelf.update", args: { id: shelf, patch: { name }, was: { name: was } } });
  await rename("Films", "Books");
  await rename("Plays", "Books");
  await store.shelves.put({ ...row, name: "Music" });
  await rename("Poems", "Plays");
  await rename("Prose", "Poems");
  expect((await store.outbox.toArray()).map(({ args }) => (args as { unseen?: unknown }).unseen)).toEqual([
    undefined,
    undefined,
    ["name"],
    undefined,
  ]);
});

test("the choices of the page's look are restored together, and the notice of dropped ones is last", async () => {
  const store = openTestStore();
  await store.singles.add({ ...FIRST_SINGLES.appearance, theme: "dark", shelfBackground: "glass" });
  const lost = { theme: "light", shelfBackground: "wood", template: "minimal" };
  const place = { kept: null, at: AT };
  await store.notices.bulkAdd([
    { ...place, id: newId(), table: "singles", rowId: "appearance", field: "look", lost },
    { ...place, id: newId(), table: "notices", rowId: "more", field: "more", lost: 12 },
  ]);
  const [look, more] = await openNotices(store);
  expect(more).toMatchObject({ restore: [], notice: { lost: 12 } });
  await mutate(store, look?.restore ?? []);
  expect(await store.singles.get("appearance")).toMatchObject({ theme: "light", shelfBackground: "wood" });
  expect((await openNotices(store)).map(({ notice }) => notice.field)).toEqual(["more"]);
});
