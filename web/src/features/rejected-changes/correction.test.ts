import { type Mutation, MUTATORS } from "@shelv/mutators/mutations";
import { newItem, newShelf, shelfRow } from "@shelv/contract/testing/rows";
import { expect, test } from "vitest";
import type { LocalStore } from "#local-store/local-store";
import type { RejectedEntry } from "#local-store/schema";
import { newId } from "#platform/new-id";
import { openTestStore } from "#local-store/testing/open-test-store";
import { mutate } from "#outbox/mutate";
import { correctRejected, partOf } from "#outbox/rejected";
import { groupRejected, rejectedEntries } from "#outbox/rejected-groups";
import { correctedItem, correctionOf, isCorrectable, makeCorrected } from "./correction";
import { correctedFields, draftOfFields, wrongFields } from "./correction-fields";
import { describedChanges, subjectOf } from "./described-change";

const shelf = (id: string, name: string): Mutation => ({
  name: "shelf.create",
  args: newShelf({ id, name }),
});
const item = (id: string, shelfId: string, title: string): Mutation => ({
  name: "item.create",
  args: newItem({ id, shelfId, title, url: "https://example.com/" }),
});

async function reject(store: LocalStore, mutation: Mutation, code: string): Promise<RejectedEntry> {
  const { name, args } = mutation;
  const entry = {
    opId: newId(),
    name,
    v: MUTATORS[name].v,
    args,
    pictures: [],
    rows: [],
    at: 0,
    code,
    message: "",
    rejectedAt: 0,
  };
  await store.rejected.add(entry);
  return entry;
}

async function onlyGroup(store: LocalStore) {
  const [group] = groupRejected(await rejectedEntries(store));
  if (!group) throw new Error("Nothing in the tray");
  return group;
}

const queued = async (store: LocalStore, made = 0) =>
  (await store.outbox.toArray()).slice(made).map(({ name, args }) => ({ name, args }));

test("a rejected shelf is corrected together with its items; all of them leave the tray", async () => {
  const store = openTestStore();
  const [shelfId, itemId] = [newId(), newId()];
  await reject(store, shelf(shelfId, "Boks"), "shelf-limit");
  await reject(store, item(itemId, shelfId, "Mug"), "shelf-not-found");
  const group = await onlyGroup(store);
  const correction = await correctionOf(store, group);
  if (correction.form !== "fields") throw new Error("Not the form of fields");
  const { values, left } = draftOfFields(correction);
  expect(values).toEqual({ name: "Boks", description: "", emoji: "📚" });
  const draft = { values: { ...values, name: "Books" }, left };
  await correctRejected(store, group, correctedFields(correction, draft));
  expect([
    (await store.shelves.get(shelfId))?.name,
    (await store.items.get(itemId))?.title,
    await store.rejected.count(),
  ]).toEqual(["Books", "Mug", 0]);
});

test("an item of a rejected shelf can move to another shelf alone; the shelf stays in the tray", async () => {
  const store = openTestStore();
  const [there, rejectedShelf, itemId] = [newId(), newId(), newId()];
  await mutate(store, shelf(there, "There"));
  await reject(store, shelf(rejectedShelf, "One too many"), "shelf-limit");
  const mug = await reject(store, item(itemId, rejectedShelf, "Mug"), "shelf-not-found");
  const row = shelfRow({ id: rejectedShelf, name: "One too many" });
  await store.trash.add({ table: "shelves", id: rejectedShelf, row, deletion: "x", at: 0 });
  const part = partOf(await onlyGroup(store), mug);
  const correction = await correctionOf(store, part);
  if (correction.form !== "item") throw new Error("Not the form of an item");
  expect([correction.draft.title, correction.draft.shelfId, correction.deletedShelf]).toEqual([
    "Mug",
    "",
    null,
  ]);
  await correctRejected(
    store,
    part,
    await correctedItem(store, correction, { ...correction.draft, shelfId: there }),
  );
  expect(await store.items.get(itemId)).toMatchObject({ title: "Mug", shelfId: there });
  expect((await rejectedEntries(store)).map(({ name }) => name)).toEqual(["shelf.create"]);
});

test("an edit of a deleted item is corrected from the typed values, and restores the item", async () => {
  const store = openTestStore();
  const [shelfId, itemId] = [newId(), newId()];
  await mutate(store, [shelf(shelfId, "Books"), item(itemId, shelfId, "Mug")]);
  await mutate(store, { name: "item.delete", args: { id: itemId } });
  await reject(
    store,
    { name: "item.update", args: { id: itemId, patch: { title: "Red mgu" }, was: { title: "Mug" } } },
    "item-not-found",
  );
  const group = await onlyGroup(store);
  const correction = await correctionOf(store, group);
  if (correction.form !== "item") throw new Error("Not the form of an item");
  expect(correction.draft).toMatchObject({ title: "Red mgu", url: "https://example.com/", shelfId });
  await correctRejected(
    store,
    group,
    await correctedItem(store, correction, { ...correction.draft, title: "Red mug" }),
  );
  expect([(await store.items.get(itemId))?.title, await store.rejected.count()]).toEqual(["Red mug", 0]);
  expect(await queued(store, 3)).toMatchObject([
    { name: "item.restore", args: { id: itemId } },
    { name: "item.update", args: { patch: { title: "Red mug" }, was: { title: "Mug" } } },
  ]);
});

test("an item deleted with its shelf is created again on another one, and the shelf stays deleted", async () => {
  const store = openTestStore();
  const [gone, there, itemId] = [newId(), newId(), newId()];
  await mutate(store, [shelf(gone, "Gone"), shelf(there, "There"), item(itemId, gone, "Mug")]);
  await mutate(store, { name: "shelf.delete", args: { id: gone } });
  await reject(
    store,
    { name: "item.update", args: { id: itemId, patch: { title: "Red mug" }, was: { title: "Mug" } } },
    "item-not-found",
  );
  const group = await onlyGroup(store);
  const correction = await correctionOf(store, group);
  if (correction.form !== "item") throw new Error("Not the form of an item");
  expect(correction.deletedShelf?.name).toBe("Gone");
  const createId = newId();
  await correctRejected(
    store,
    group,
    await correctedItem(store, correction, { ...correction.draft, shelfId: there }, createId),
  );
  expect((await store.shelves.toArray()).map(({ name }) => name)).toEqual(["There"]);
  expect((await store.items.toArray()).map(({ id, title, shelfId }) => [id, title, shelfId])).toEqual([
    [createId, "Red mug", there],
  ]);
});

test("a rejected item whose correction was saved although it seemed to fail is corrected again as the stored item", async () => {
  const store = openTestStore();
  const [shelfId, itemId] = [newId(), newId()];
  await mutate(store, shelf(shelfId, "Books"));
  await reject(store, item(itemId, shelfId, "Mgu"), "item-limit");
  const group = await onlyGroup(store);
  const correction = await correctionOf(store, group);
  if (correction.form !== "item") throw new Error("Not the form of an item");
  for (const title of ["Mug", "Red mug"])
    await makeCorrected(store, group, await correctedItem(store, correction, { ...correction.draft, title }));
  expect((await store.items.toArray()).map(({ id, title }) => [id, title])).toEqual([[itemId, "Red mug"]]);
});

test("a correction that is still invalid stays in the tray, and applies nothing", async () => {
  const store = openTestStore();
  const category = newId();
  await reject(
    store,
    { name: "category.update", args: { id: category, patch: { name: "Bleu" }, was: {} } },
    "invalid",
  );
  const group = await onlyGroup(store);
  const correction = await correctionOf(store, group);
  if (correction.form !== "fields") throw new Error("Not the form of fields");
  const draft = draftOfFields(correction);
  expect(draft).toEqual({ values: { name: "Bleu" }, left: { name: false } });
  const named = (name: string) => ({ ...draft, values: { name } });
  const said = ["Blue", " ", "B".repeat(41)].map((name) => wrongFields(correction, named(name)));
  expect(said).toEqual([
    {},
    { name: "Category name is required" },
    { name: "Must be at most 40 characters" },
  ]);
  await expect(correctRejected(store, group, correctedFields(correction, named(" ")))).rejects.toMatchObject({
    code: "invalid",
  });
  await expect(
    correctRejected(store, group, correctedFields(correction, named("Blue"))),
  ).rejects.toMatchObject({ code: "category-not-found" });
  expect([await store.rejected.count(), await store.outbox.count()]).toEqual([1, 0]);
});

test("an edit of a deleted shelf is corrected, and restores the shelf", async () => {
  const store = openTestStore();
  const shelfId = newId();
  await mutate(store, shelf(shelfId, "Books"));
  await mutate(store, { name: "shelf.delete", args: { id: shelfId } });
  await reject(
    store,
    { name: "shelf.update", args: { id: shelfId, patch: { name: "Boks" }, was: { name: "Books" } } },
    "shelf-not-found",
  );
  const group = await onlyGroup(store);
  const correction = await correctionOf(store, group);
  if (correction.form !== "fields") throw new Error("Not the form of fields");
  const draft = { ...draftOfFields(correction), values: { name: "Red books" } };
  await makeCorrected(store, group, correctedFields(correction, draft));
  expect([(await store.shelves.get(shelfId))?.name, await store.rejected.count()]).toEqual(["Red books", 0]);
});

test("an item's correction equal to the stored values needs no mutation, and leaves the tray", async () => {
  const store = openTestStore();
  const [shelfId, itemId] = [newId(), newId()];
  await mutate(store, [shelf(shelfId, "Books"), item(itemId, shelfId, "Mug")]);
  await reject(
    store,
    { name: "item.update", args: { id: itemId, patch: { title: "Mgu" }, was: { title: "Mug" } } },
    "invalid",
  );
  const group = await onlyGroup(store);
  const correction = await correctionOf(store, group);
  if (correction.form !== "item") throw new Error("Not the form of an item");
  const same = await correctedItem(store, correction, { ...correction.draft, title: "Mug" });
  expect(await makeCorrected(store, group, same)).toBe(false);
  expect([await store.rejected.count(), await store.outbox.count()]).toEqual([0, 2]);
});

test("categories have their current, their last seen, or their intended names", async () => {
  const store = openTestStore();
  const [shelfId, itemId, pans, knives, forks, gone] = [newId(), newId(), newId(), newId(), newId(), newId()];
  const category = (id: string, name: string): Mutation => ({
    name: "category.create",
    args: { id, shelfId, name, position: "a0" },
  });
  await mutate(store, [shelf(shelfId, "Kitchen"), category(pans, "Pans"), category(knives, "Knives")]);
  await mutate(store, { name: "category.delete", args: { id: knives, shelfId } });
  const entries = [
    await reject(store, category(forks, "Forks"), "invalid"),
    await reject(
      store,
      {
        name: "item.update",
        args: { id: itemId, patch: {}, was: {}, categories: { add: [pans, knives, forks], remove: [gone] } },
      },
      "item-not-found",
    ),
  ];
  expect((await describedChanges(store, entries))[1]?.fields).toEqual([
    { label: "Added categories", text: "Pans, Knives, Forks" },
    { label: "Removed categories", text: "(a deleted category)" },
  ]);
});

test("only typed and chosen values can be corrected", async () => {
  const store = openTestStore();
  const shelfId = newId();
  const can: [Mutation, boolean][] = [
    [shelf(shelfId, "Books"), true],
    [{ name: "shelf.delete", args: { id: shelfId } }, false],
    [{ name: "item.move", args: { id: newId(), shelfId, position: "a0" } }, false],
    [{ name: "profile.update", args: { patch: { bio: "Hello" }, was: {} } }, true],
    [{ name: "profile.update", args: { patch: { picture: null }, was: {} } }, false],
    [{ name: "profile.update", args: { patch: { picture: null, bio: "Hello" }, was: {} } }, true],
    [{ name: "appearance.update", args: { patch: { fontFamily: "Serif" }, was: {} } }, true],
    [{ name: "settings.update", args: { patch: { publicProfile: false }, was: {} } }, true],
    [{ name: "plan.choose", args: { plan: "pro" } }, true],
    [{ name: "onboarding.complete", args: { answers: { goal: "creator" } } }, true],
    [{ name: "onboarding.complete", args: { answers: { platforms: ["github"] } } }, false],
    [{ name: "social-link.delete", args: { id: "github" } }, false],
  ];
  for (const [mutation, expected] of can)
    expect([mutation.name, isCorrectable(await reject(store, mutation, "invalid"))]).toEqual([
      mutation.name,
      expected,
    ]);
});

test("a rejected change shows its row's and its shelf's current, last seen, or intended name", async () => {
  const store = openTestStore();
  const [books, rejectedShelf, mug, cup] = [newId(), newId(), newId(), newId()];
  await mutate(store, [shelf(books, "Books"), item(mug, books, "Mug")]);
  const edit = await reject(
    store,
    { name: "item.update", args: { id: mug, patch: { price: "1" }, was: {} } },
    "item-not-found",
  );
  expect(await subjectOf(store, edit, [edit])).toBe("Mug, on Books");
  await mutate(store, { name: "shelf.delete", args: { id: books } });
  expect(await subjectOf(store, edit, [edit])).toBe("Mug, on Books");
  const renamed = await reject(
    store,
    { name: "shelf.update", args: { id: books, patch: { name: "Boks" }, was: { name: "Books before" } } },
    "shelf-not-found",
  );
  expect(await subjectOf(store, renamed, [])).toBe("Books before");
  const made = [
    await reject(store, shelf(rejectedShelf, "Films"), "shelf-limit"),
    await reject(store, item(cup, rejectedShelf, "Cup"), "shelf-not-found"),
  ];
  expect(await Promise.all(made.map((entry) => subjectOf(store, entry, made)))).toEqual([
    "Films",
    "Cup, on Films",
  ]);
  const link = await reject(
    store,
    { name: "social-link.set", args: { id: "github", value: "ada", position: "a0" } },
    "invalid",
  );
  expect(await subjectOf(store, link, [])).toBe("GitHub");
});
