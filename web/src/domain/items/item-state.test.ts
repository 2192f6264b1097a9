import { type ItemRow, SILENCED_FOR_MS } from "@shelv/contract/rows/item";
import { expect, test } from "vitest";
import { ownPageData } from "#domain/page-preview/own-page-data";
import { countToLookAt, itemsToLookAt } from "#local-store/queries";
import { newId } from "#platform/new-id";
import { openDevice } from "#outbox/testing/open-device";
import { itemWithLink } from "./fields/duplicate-note";
import { editOf } from "./edit-items";
import { marksOf } from "./item-marks";
import { lacksDetails, refreshOf } from "./refresh-details";
import { draftOf, emptyDraft, itemCreation, saveItem } from "./form/save-item";

async function openShelf() {
  const device = openDevice();
  const { store, mutate, makeShelf } = device;
  const shelfId = await makeShelf("Kitchen");
  const add = async (title: string, more: Partial<ItemRow> = {}): Promise<string> => {
    const id = newId();
    const url = more.url ?? `https://example.com/${title}`;
    await mutate(await itemCreation(store, { ...emptyDraft(shelfId), title, url }, id));
    await store.items.update(id, more);
    return id;
  };
  const row = async (id: string): Promise<ItemRow> => {
    const item = await store.items.get(id);
    if (!item) throw new Error("No item");
    return item;
  };
  return { ...device, shelfId, add, row };
}

const later = (ms: number) => new Date(Date.now() + ms).toISOString();

test("marks say that an item is hidden, waits for its page or has a dead link; a silenced link has no mark", async () => {
  const { add, row } = await openShelf();
  const marks = async (more: Partial<ItemRow>) => marksOf(await row(await add("Pan", more)));
  expect(await marks({})).toEqual([]);
  expect(await marks({ linkState: "ok", details: "uncut" })).toEqual([]);
  expect(await marks({ isHidden: true, details: "pending", linkState: "gone" })).toEqual([
    "hidden",
    "pending",
    "gone",
  ]);
  expect(await marks({ details: "failed", linkState: "unsure" })).toEqual(["failed", "unsure"]);
  expect(await marks({ linkState: "sold-out", silencedUntil: later(SILENCED_FOR_MS) })).toEqual([]);
});

test("an older build's row has no marks, and its form the first values", async () => {
  const { add, row } = await openShelf();
  const {
    isHidden: _,
    details: __,
    silencedUntil: ___,
    linkState: ____,
    checkedAt: _____,
    note: ______,
    ...old
  } = await row(await add("Pan"));
  expect(marksOf(old as ItemRow)).toEqual([]);
  expect(draftOf(old as ItemRow)).toMatchObject({ details: null, note: "" });
});

test("an item whose link is gone or sold out needs a look, unless it is hidden or silenced", async () => {
  const { store, add } = await openShelf();
  await add("Fine", { linkState: "ok" });
  await add("Unsure", { linkState: "unsure" });
  await add("Hidden", { linkState: "gone", isHidden: true });
  await add("Kept", { linkState: "gone", silencedUntil: later(1000) });
  await add("Sold", { linkState: "sold-out" });
  await add("Kept, by a clock that is ahead", { linkState: "gone", silencedUntil: later(-1000) });
  expect((await itemsToLookAt(store)).map(({ title }) => title)).toEqual(["Sold"]);
  expect(await countToLookAt(store)).toBe(1);
});

test("another link takes an item out of the list at once, offline too", async () => {
  const device = await openShelf();
  const { store, add, row } = device;
  const id = await add("Pan", { linkState: "gone" });
  const item = await row(id);
  const before = draftOf(item);
  await saveItem(device, item, before, { ...before, url: "https://example.com/new" });
  expect(await countToLookAt(store)).toBe(0);
  expect(await row(id)).toMatchObject({ url: "https://example.com/new", linkState: "unchecked" });
});

test("a saved item waits for its page only if the form says so", async () => {
  const device = await openShelf();
  const { store, shelfId } = device;
  const draft = { ...emptyDraft(shelfId), title: "example.com", url: "https://example.com/" };
  await saveItem(device, null, emptyDraft(shelfId), { ...draft, details: "pending" }, newId());
  await saveItem(device, null, emptyDraft(shelfId), { ...draft, title: "Mine" }, newId());
  const saved = (await store.items.toArray()).map(({ title, details }) => [title, details]);
  expect(Object.fromEntries(saved)).toEqual({ Mine: null, "example.com": "pending" });
});

test("an item lacks details only if its page could fill in something: a complete item with a typed title does not", async () => {
  const { add, row } = await openShelf();
  const whole = { description: "Heavy", price: "$5", picture: "a".repeat(64) };
  const lacks = async (title: string, more: Partial<ItemRow>) =>
    lacksDetails(await row(await add(title, more)));
  expect(await lacks("Pan", { ...whole, url: "https://example.com/7" })).toBe(false);
  expect(await lacks("example.com", { ...whole, url: "https://www.example.com/pan" })).toBe(true);
  expect(await lacks("Iron pan", { ...whole, url: "https://www.example.com/iron-pan" })).toBe(true);
  expect(await lacks("Pan", { ...whole, url: "https://example.com/7", price: "" })).toBe(true);
  expect(await lacks("Waiting", { details: "pending" })).toBe(false);
  expect(await lacks("Call me", { url: "tel:+49301234567" })).toBe(false);
});

test("undo of a refresh stops it, and leaves what was typed since as it is", async () => {
  const { mutate, add, row } = await openShelf();
  const id = await add("Failed", { details: "failed" });
  const before = await row(id);
  const undo = await mutate(editOf(refreshOf(before)));
  expect((await row(id)).details).toBe("pending");
  await mutate({ name: "item.update", args: { id, patch: { price: "$5" }, was: { price: "" } } });
  await mutate(undo ?? []);
  expect(await row(id)).toEqual({ ...before, price: "$5" });
});

test("a link with the same key is found on every shelf; the form's own item is not a duplicate", async () => {
  const { store, makeShelf, mutate, add } = await openShelf();
  const id = await add("Pan", { url: "https://www.example.com/pan/?utm_source=mail" });
  const other = await makeShelf("Garden");
  const twin = newId();
  const url = "https://example.com/pan";
  await mutate(await itemCreation(store, { ...emptyDraft(other), title: "Other pan", url }, twin));
  expect(await itemWithLink(store, "example.com/pan", [id])).toMatchObject({ id: twin, shelf: "Garden" });
  expect(await itemWithLink(store, "example.com/pan", [id, twin])).toBeNull();
  expect(await itemWithLink(store, null, [])).toBeNull();
});

test("the owner's preview leaves out what visitors do not see", async () => {
  const { store, mutate, add } = await openShelf();
  await add("Shown", { note: "For my eyes" });
  await add("Hidden", { isHidden: true });
  await add("Gone", { linkState: "gone" });
  const shown = async () => {
    const { shelves, leftOut } = await ownPageData(store, "ada");
    return [shelves[0]?.items.map(({ title }) => title), leftOut?.items];
  };
  expect(await shown()).toEqual([["Shown", "Gone"], 0]);
  expect(JSON.stringify(await ownPageData(store, "ada"))).not.toContain("For my eyes");
  await mutate({
    name: "settings.update",
    args: { patch: { hidesGoneLinks: true }, was: { hidesGoneLinks: false } },
  });
  expect(await shown()).toEqual([["Shown"], 0]);
});
