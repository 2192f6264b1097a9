import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, test } from "vitest";
import { type DraftValues, FormDrafts } from "./form-drafts-database";

const DAY_MS = 24 * 60 * 60_000;
const newDrafts = () => new FormDrafts({ indexedDB: new IDBFactory(), IDBKeyRange });
const draft = (values: DraftValues, { form = "item:new", at = 1, writer = "tab", userId = "ada" } = {}) => ({
  userId,
  form,
  values,
  at,
  writer,
});
const newest = async (drafts: FormDrafts, userId: string, form: string) =>
  (await drafts.of(userId, form))[0] ?? null;
const picture = (sha256: string, bytes = 3) => ({
  sha256,
  type: "image/webp",
  bytes: new ArrayBuffer(bytes),
});

test("a draft belongs to one account and is deleted with it", async () => {
  const drafts = newDrafts();
  await drafts.write(draft({ title: "Mug", picture: "a" }), [picture("a")]);
  await drafts.write(draft({ title: "Pan" }, { userId: "bob" }), []);
  expect(await newest(drafts, "ada", "item:new")).toMatchObject({ values: { title: "Mug" } });
  expect((await newest(drafts, "bob", "item:new"))?.values).toEqual({ title: "Pan" });
  expect(await drafts.picturesOf({ userId: "bob", pictures: [{ sha256: "a", bytes: 3 }] })).toEqual([]);
  await drafts.forget("ada");
  expect([
    await newest(drafts, "ada", "item:new"),
    await drafts.count("ada"),
    await drafts.count("bob"),
  ]).toEqual([null, 0, 1]);
});

test("an open form has one draft, the newest; its pictures stay while it names them", async () => {
  const drafts = newDrafts();
  await drafts.write(draft({ title: "M", picture: "a" }), [picture("a")]);
  await drafts.write(draft({ title: "Mug", picture: "a" }, { at: 2 }), []);
  const stored = await newest(drafts, "ada", "item:new");
  expect(stored?.values).toEqual({ title: "Mug", picture: "a" });
  expect(
    (await drafts.picturesOf(stored ?? { userId: "", pictures: [] })).map(({ bytes }) => bytes.byteLength),
  ).toEqual([3]);
  await drafts.write(draft({ title: "Mug", picture: null }, { at: 3 }), []);
  expect(await drafts.picturesOf({ userId: "ada", pictures: [{ sha256: "a", bytes: 3 }] })).toEqual([]);
});

test("a draft that another open form wrote later is not removed", async () => {
  const drafts = newDrafts();
  await drafts.write(draft({ title: "Here" }, { writer: "here" }), []);
  await drafts.write(draft({ title: "There" }, { writer: "there", at: 2 }), []);
  await drafts.remove("ada", "item:new", ["here"]);
  expect((await newest(drafts, "ada", "item:new"))?.values).toEqual({ title: "There" });
  await drafts.remove("ada", "item:new", ["here", "there"]);
  expect(await newest(drafts, "ada", "item:new")).toBeNull();
});

test("fifty drafts are stored, the newest", async () => {
  const drafts = newDrafts();
  for (let at = 1; at <= 55; at += 1)
    await drafts.write(draft({ title: `${at}` }, { form: `item:${at}`, at }), []);
  expect(await drafts.count("ada")).toBe(50);
  expect([await newest(drafts, "ada", "item:5"), (await newest(drafts, "ada", "item:6"))?.values]).toEqual([
    null,
    { title: "6" },
  ]);
});

test.each([-1000, 1000])(
  "a draft that was typed under a clock that was %i days wrong is offered",
  async (days) => {
    const drafts = newDrafts();
    await drafts.write(draft({ title: "Mug" }, { at: Date.now() + days * DAY_MS }), []);
    expect([(await newest(drafts, "ada", "item:new"))?.values, await drafts.count("ada")]).toEqual([
      { title: "Mug" },
      1,
    ]);
  },
);

test("text typed for weeks under a clock that is a year ahead deletes no other draft", async () => {
  const drafts = newDrafts();
  const typeAt = (day: number) =>
    drafts.write(draft({ title: `${day}` }, { form: `item:${day}`, at: day * DAY_MS }), []);
  await typeAt(0);
  await typeAt(365);
  await typeAt(380);
  expect((await newest(drafts, "ada", "item:0"))?.values).toEqual({ title: "0" });
});

test("when the pictures of all drafts grow too large, the older drafts lose theirs", async () => {
  const drafts = newDrafts();
  const mb = 1024 * 1024;
  for (const [at, sha256] of ["a", "b", "c"].entries()) {
    await drafts.write(draft({ title: sha256, picture: sha256 }, { form: `item:${sha256}`, at }), [
      picture(sha256, 10 * mb),
    ]);
  }
  const all = await Promise.all(["a", "b", "c"].map((sha256) => newest(drafts, "ada", `item:${sha256}`)));
  expect(all.map((one) => [one?.values["title"], one?.pictures.length])).toEqual([
    ["a", 0],
    ["b", 1],
    ["c", 1],
  ]);
  expect(await drafts.picturesOf({ userId: "ada", pictures: [{ sha256: "a", bytes: 1 }] })).toEqual([]);
});

test("a text longer than any form is not stored, and the draft before it stays", async () => {
  const drafts = newDrafts();
  expect(await drafts.write(draft({ customCss: "a" }), [])).toBe(true);
  expect(await drafts.write(draft({ customCss: "a".repeat(500_000) }, { at: 2 }), [])).toBe(false);
  expect((await newest(drafts, "ada", "item:new"))?.values).toEqual({ customCss: "a" });
});
