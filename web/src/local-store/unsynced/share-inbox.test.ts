import { SHARED_WAITING_MAX_BYTES } from "@shelv/contract/share";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, test } from "vitest";
import { idsOverLimit, ShareInbox, type SharedContent } from "./share-inbox-database";

const newThings = () => new ShareInbox({ indexedDB: new IDBFactory(), IDBKeyRange });
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
const titles = async (inbox: ShareInbox, userId: string) =>
  (await inbox.waitingFor(userId)).map(({ title }) => title);

test("the same entry posted twice waits once, under the same id; another picture is another entry", async () => {
  const inbox = newThings();
  await inbox.add(withPicture("one"), "ada", 1);
  const [first] = await inbox.waitingFor("ada");
  await inbox.add(withPicture("one"), "ada", 2);
  expect((await inbox.waitingFor("ada")).map(({ id }) => id)).toEqual([first?.id]);
  await inbox.add(withPicture("two"), "ada", 3);
  await inbox.add(LINK, "ada", 4);
  expect(await inbox.waitingFor("ada")).toHaveLength(3);
});

test("what was put on a shelf may be shared again, as something new", async () => {
  const inbox = newThings();
  await inbox.add(LINK, "ada", 1);
  const [first] = await inbox.waitingFor("ada");
  await inbox.remove(first?.id ?? "");
  await inbox.add(LINK, "ada", 2);
  const [second] = await inbox.waitingFor("ada");
  expect(second?.id).not.toBe(first?.id);
});

test("what came while somebody was signed in is theirs; what came while nobody was is whoever's comes next", async () => {
  const inbox = newThings();
  await inbox.add({ ...LINK, title: "Ada's" }, "ada", 1);
  await inbox.add({ ...LINK, title: "Nobody's" }, null, 2);
  expect(await titles(inbox, "ada")).toEqual(["Nobody's", "Ada's"]);
  expect(await titles(inbox, "bob")).toEqual(["Nobody's"]);
  await inbox.noteShelf("ada", "shelf-1");
  await inbox.forget("ada");
  expect([await titles(inbox, "ada"), await inbox.lastShelf("ada")]).toEqual([["Nobody's"], undefined]);
});

test("what came while nobody was signed in is the account's that takes it, and waits for another where it is not", async () => {
  const inbox = newThings();
  await inbox.add({ ...LINK, title: "First" }, null, 1);
  await inbox.add({ ...LINK, title: "Second" }, null, 2);
  const [second, first] = await inbox.waitingFor("ada");
  await inbox.claim(second?.id ?? "", "ada");
  await inbox.decline(first?.id ?? "", "ada");
  expect([await titles(inbox, "ada"), await titles(inbox, "bob")]).toEqual([["Second"], ["First"]]);
  // Two tabs that take it: it is the first one's.
  await inbox.claim(second?.id ?? "", "bob");
  expect(await titles(inbox, "bob")).toEqual(["First"]);
});

test("what sites send takes no room from what the owner shares", async () => {
  const inbox = newThings();
  await inbox.add({ ...LINK, title: "Mine" }, "ada", 1);
  for (let at = 2; at <= 30; at += 1)
    await inbox.add({ ...LINK, title: `${at}`, from: "evil.example" }, "ada", at);
  expect(await titles(inbox, "ada")).toEqual(["30", "29", "28", "27", "26", "Mine"]);
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
  expect(idsOverLimit(waiting)).toEqual(["oldest"]);
});

test("there is an end to what waits, and the newest stays", async () => {
  const inbox = newThings();
  for (let at = 1; at <= 25; at += 1) await inbox.add({ ...LINK, title: `${at}` }, null, at);
  const waiting = await titles(inbox, "ada");
  expect([waiting.length, waiting[0], waiting.at(-1)]).toEqual([20, "25", "6"]);
});

test("each account has a shelf it chose last", async () => {
  const inbox = newThings();
  await inbox.noteShelf("ada", "shelf-1");
  await inbox.noteShelf("ada", "shelf-2");
  expect([await inbox.lastShelf("ada"), await inbox.lastShelf("bob")]).toEqual(["shelf-2", undefined]);
});
