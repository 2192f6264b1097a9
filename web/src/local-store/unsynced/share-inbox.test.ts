import { SHARED_TEXT_MAX_BYTES, SHARED_WAITING_MAX_BYTES } from "@shelv/contract/links/share";
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

test("an equal share is stored once, with the same id; one with another picture is another entry", async () => {
  const inbox = newThings();
  await inbox.add(withPicture("one"), "ada", 1);
  const [first] = await inbox.waitingFor("ada");
  await inbox.add(withPicture("one"), "ada", 2);
  expect((await inbox.waitingFor("ada")).map(({ id }) => id)).toEqual([first?.id]);
  await inbox.add(withPicture("two"), "ada", 3);
  await inbox.add(LINK, "ada", 4);
  expect(await inbox.waitingFor("ada")).toHaveLength(3);
});

test("a share whose entry was removed is a new entry", async () => {
  const inbox = newThings();
  await inbox.add(LINK, "ada", 1);
  const [first] = await inbox.waitingFor("ada");
  await inbox.remove(first?.id ?? "");
  await inbox.add(LINK, "ada", 2);
  const [second] = await inbox.waitingFor("ada");
  expect(second?.id).not.toBe(first?.id);
});

test("an entry belongs to the account that was signed in at that time; without one, to the next account", async () => {
  const inbox = newThings();
  await inbox.add({ ...LINK, title: "Ada's" }, "ada", 1);
  await inbox.add({ ...LINK, title: "Nobody's" }, null, 2);
  expect(await titles(inbox, "ada")).toEqual(["Nobody's", "Ada's"]);
  expect(await titles(inbox, "bob")).toEqual(["Nobody's"]);
  await inbox.noteShelf("ada", "shelf-1");
  await inbox.forget("ada");
  expect([await titles(inbox, "ada"), await inbox.lastShelf("ada")]).toEqual([["Nobody's"], undefined]);
});

test("an entry without an account belongs to the one that claims it, and waits for another if declined", async () => {
  const inbox = newThings();
  await inbox.add({ ...LINK, title: "First" }, null, 1);
  await inbox.add({ ...LINK, title: "Second" }, null, 2);
  const [second, first] = await inbox.waitingFor("ada");
  await inbox.claim(second?.id ?? "", "ada");
  await inbox.decline(first?.id ?? "", "ada");
  expect([await titles(inbox, "ada"), await titles(inbox, "bob")]).toEqual([["Second"], ["First"]]);
  await inbox.claim(second?.id ?? "", "bob");
  expect(await titles(inbox, "bob")).toEqual(["First"]);
});

test("shares of sites do not displace those of the owner", async () => {
  const inbox = newThings();
  await inbox.add({ ...LINK, title: "Mine" }, "ada", 1);
  for (let at = 2; at <= 30; at += 1)
    await inbox.add({ ...LINK, title: `${at}`, from: "evil.example" }, "ada", at);
  expect(await titles(inbox, "ada")).toEqual(["30", "29", "28", "27", "26", "Mine"]);
});

test("the bytes of all entries are limited, and the oldest are removed", () => {
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

test("the number of entries is limited, and the newest stays", async () => {
  const inbox = newThings();
  for (let at = 1; at <= 25; at += 1) await inbox.add({ ...LINK, title: `${at}` }, null, at);
  const waiting = await titles(inbox, "ada");
  expect([waiting.length, waiting[0], waiting.at(-1)]).toEqual([20, "25", "6"]);
});

test("a share that came again is among the newest", async () => {
  const inbox = newThings();
  for (let at = 1; at <= 20; at += 1) await inbox.add({ ...LINK, title: `${at}` }, null, at);
  await inbox.add({ ...LINK, title: "1" }, null, 21);
  await inbox.add({ ...LINK, title: "new" }, null, 22);
  const waiting = await titles(inbox, "ada");
  expect([waiting.length, waiting.slice(0, 2), waiting.at(-1)]).toEqual([20, ["new", "1"], "3"]);
});

test("each account has its last chosen shelf", async () => {
  const inbox = newThings();
  await inbox.noteShelf("ada", "shelf-1");
  await inbox.noteShelf("ada", "shelf-2");
  expect([await inbox.lastShelf("ada"), await inbox.lastShelf("bob")]).toEqual(["shelf-2", undefined]);
});

test("long texts are cut", async () => {
  const inbox = newThings();
  await inbox.add({ ...LINK, text: "a".repeat(SHARED_TEXT_MAX_BYTES) }, "ada", 1);
  expect((await inbox.waitingFor("ada"))[0]?.text).toHaveLength(Math.floor(SHARED_TEXT_MAX_BYTES / 3));
});

test("the room is what is left beside the entries that wait", async () => {
  const inbox = newThings();
  const room = await inbox.room();
  await inbox.add(withPicture("four"), "ada", 1);
  expect(await inbox.room()).toEqual({ ...room, entries: room.entries - 1, bytes: room.bytes - 4 });
});

test("the same share twice at once is one entry", async () => {
  const inbox = newThings();
  await Promise.all([inbox.add(LINK, "ada", 1), inbox.add(LINK, "ada", 2)]);
  expect(await inbox.waitingFor("ada")).toHaveLength(1);
});
