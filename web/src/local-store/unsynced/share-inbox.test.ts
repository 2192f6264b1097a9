import { SHARED_WAITING_MAX_BYTES } from "@shelv/contract/share";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, test } from "vitest";
import { overMuch, SharedThings } from "./share-inbox-database";
import type { SharedContent } from "./share-inbox";

const newThings = () => new SharedThings({ indexedDB: new IDBFactory(), IDBKeyRange });
const bytesOf = (text: string) => new TextEncoder().encode(text).buffer;
const LINK: SharedContent = {
  title: "Pan",
  text: "",
  url: "https://example.com/pan",
  picture: null,
  isPictureLeftOut: false,
};
const withPicture = (text: string): SharedContent => ({
  ...LINK,
  picture: { bytes: bytesOf(text), type: "image/png", name: "pan.png" },
});
const titles = async (things: SharedThings, userId: string) =>
  (await things.waitingFor(userId)).map(({ title }) => title);

test("the same thing posted twice waits once, under the same id; another picture is another thing", async () => {
  const things = newThings();
  await things.keep(withPicture("one"), "ada", 1);
  const [first] = await things.waitingFor("ada");
  await things.keep(withPicture("one"), "ada", 2);
  expect((await things.waitingFor("ada")).map(({ id }) => id)).toEqual([first?.id]);
  await things.keep(withPicture("two"), "ada", 3);
  await things.keep(LINK, "ada", 4);
  expect(await things.waitingFor("ada")).toHaveLength(3);
});

test("what was put on a shelf may be shared again, as something new", async () => {
  const things = newThings();
  await things.keep(LINK, "ada", 1);
  const [first] = await things.waitingFor("ada");
  await things.letGo(first?.id ?? "");
  await things.keep(LINK, "ada", 2);
  const [second] = await things.waitingFor("ada");
  expect(second?.id).not.toBe(first?.id);
});

test("what came while somebody was signed in is theirs; what came while nobody was is whoever's comes next", async () => {
  const things = newThings();
  await things.keep({ ...LINK, title: "Ada's" }, "ada", 1);
  await things.keep({ ...LINK, title: "Nobody's" }, null, 2);
  expect(await titles(things, "ada")).toEqual(["Nobody's", "Ada's"]);
  expect(await titles(things, "bob")).toEqual(["Nobody's"]);
  await things.noteShelf("ada", "shelf-1");
  await things.forget("ada");
  expect([await titles(things, "ada"), await things.lastShelf("ada")]).toEqual([["Nobody's"], undefined]);
});

test("what came while nobody was signed in is the account's that takes it, and waits for another where it is not", async () => {
  const things = newThings();
  await things.keep({ ...LINK, title: "First" }, null, 1);
  await things.keep({ ...LINK, title: "Second" }, null, 2);
  const [second, first] = await things.waitingFor("ada");
  await things.claim(second?.id ?? "", "ada");
  await things.disown(first?.id ?? "", "ada");
  expect([await titles(things, "ada"), await titles(things, "bob")]).toEqual([["Second"], ["First"]]);
  // Two tabs that take it: it is the first one's.
  await things.claim(second?.id ?? "", "bob");
  expect(await titles(things, "bob")).toEqual(["First"]);
});

test("what sites send takes no room from what the owner shares", async () => {
  const things = newThings();
  await things.keep({ ...LINK, title: "Mine" }, "ada", 1);
  for (let at = 2; at <= 30; at += 1)
    await things.keep({ ...LINK, title: `${at}`, from: "evil.example" }, "ada", at);
  expect(await titles(things, "ada")).toEqual(["30", "29", "28", "27", "26", "Mine"]);
});

test("all that waits is bounded in bytes, and the oldest go", () => {
  const picture = {
    bytes: new ArrayBuffer(SHARED_WAITING_MAX_BYTES / 2),
    type: "image/png",
    name: "pan.png",
  };
  const waiting = ["new", "older", "oldest"].map((id) => ({
    ...LINK,
    picture,
    id,
    userId: "ada",
    content: id,
    at: 1,
  }));
  expect(overMuch(waiting)).toEqual(["oldest"]);
});

test("there is an end to what waits, and the newest stays", async () => {
  const things = newThings();
  for (let at = 1; at <= 25; at += 1) await things.keep({ ...LINK, title: `${at}` }, null, at);
  const waiting = await titles(things, "ada");
  expect([waiting.length, waiting[0], waiting.at(-1)]).toEqual([20, "25", "6"]);
});

test("each account has a shelf it chose last", async () => {
  const things = newThings();
  await things.noteShelf("ada", "shelf-1");
  await things.noteShelf("ada", "shelf-2");
  expect([await things.lastShelf("ada"), await things.lastShelf("bob")]).toEqual(["shelf-2", undefined]);
});
