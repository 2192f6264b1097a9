import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { beforeEach, expect, test, vi } from "vitest";
import { FormDrafts } from "#local-store/unsynced/form-drafts-database";
import { DraftWriter } from "./draft-writer";

const FORM = "item:new";
let drafts: FormDrafts;
let stored: boolean[];
let open: Set<string>;
beforeEach(() => {
  drafts = new FormDrafts({ indexedDB: new IDBFactory(), IDBKeyRange });
  stored = [];
  open = new Set();
});

const writerOf = (writer: string, from: () => Promise<FormDrafts> = async () => drafts) =>
  new DraftWriter({
    userId: "ada",
    form: FORM,
    writer,
    drafts: from,
    picturesIn: async () => [],
    isOpen: async (other) => open.has(other),
    onStored: (isStored) => void stored.push(isStored),
  });
const all = async () =>
  (await drafts.of("ada", FORM))
    .toSorted((a, b) => (a.writer < b.writer ? -1 : 1))
    .map(({ writer, values }) => [writer, values]);
const values = async () => (await drafts.of("ada", FORM))[0]?.values ?? null;

async function typedAndEnded(typed: Record<string, unknown>, writer = "before"): Promise<void> {
  const page = writerOf(writer);
  page.changed(typed);
  await page.flush();
}

test("typed text is stored automatically, without waiting for a pause in typing", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const form = writerOf("one");
  const write = vi.spyOn(drafts, "write");
  for (let letters = 1; letters <= 10; letters += 1) {
    form.changed({ title: "m".repeat(letters) });
    vi.advanceTimersByTime(100);
  }
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await values()).toEqual({ title: "m".repeat(10) }));
  expect(write.mock.calls.length).toBeGreaterThanOrEqual(2);
});

test("an earlier draft is offered, and stays until its text is stored with the form that continues it", async () => {
  await typedAndEnded({ title: "Mug" });
  const form = writerOf("one");
  const [offer] = await form.find();
  expect(offer?.values).toEqual({ title: "Mug" });
  form.changed({ title: "Pan" });
  await form.flush();
  expect(await all()).toEqual([
    ["before", { title: "Mug" }],
    ["one", { title: "Pan" }],
  ]);
  const write = vi.spyOn(drafts, "write").mockRejectedValueOnce(new DOMException("", "QuotaExceededError"));
  if (offer) await form.continued(offer);
  expect(await all()).toHaveLength(2);
  write.mockRestore();
  if (offer) await form.continued(offer);
  expect(await all()).toEqual([["one", { title: "Pan" }]]);
});

test("a discarded draft is deleted; one not decided about survives a save", async () => {
  await typedAndEnded({ title: "Mug" });
  const saving = writerOf("one");
  saving.changed({ title: "Pan" });
  await saving.flush();
  await saving.end();
  expect(await values()).toEqual({ title: "Mug" });
  const discarding = writerOf("two");
  for (const offer of await discarding.find()) await discarding.discard(offer);
  expect(await values()).toBeNull();
});

test("a save leaves no draft, even while its last letters are being written", async () => {
  const form = writerOf("one");
  form.changed({ title: "Mug" });
  await form.flush();
  form.changed({ title: "Mugs" });
  await form.end();
  form.changed({ title: "Mugs" });
  await form.flush();
  expect(await values()).toBeNull();
  form.changed({ title: "Mugs!" });
  await form.flush();
  expect(await values()).toEqual({ title: "Mugs!" });
  form.changed(null);
  await form.flush();
  expect(await values()).toBeNull();
});

test("a save leaves no draft, even while the first write waits for its database", async () => {
  const [asked, opening] = [Promise.withResolvers<void>(), Promise.withResolvers<FormDrafts>()];
  const form = writerOf("one", () => {
    asked.resolve();
    return opening.promise;
  });
  form.changed({ title: "Mug" });
  const writing = form.flush();
  await asked.promise;
  const ending = form.end();
  opening.resolve(drafts);
  await Promise.all([writing, ending]);
  expect(await values()).toBeNull();
});

test("two tabs with one form have a draft each, and neither offers the other's until that tab is gone", async () => {
  const [one, other] = [writerOf("one"), writerOf("other")];
  open = new Set(["one", "other"]);
  one.changed({ title: "One" });
  await one.flush();
  other.changed({ title: "Other" });
  await other.flush();
  expect(await all()).toEqual([
    ["one", { title: "One" }],
    ["other", { title: "Other" }],
  ]);
  expect([await one.find(), await other.find()]).toEqual([[], []]);
  open.delete("other");
  expect((await one.find()).map(({ writer }) => writer)).toEqual(["other"]);
  await one.end();
  expect(await all()).toEqual([["other", { title: "Other" }]]);
});

test("the drafts of all closed tabs are offered, the newest first", async () => {
  const now = vi.spyOn(Date, "now");
  for (const [at, writer] of ["first", "second", "third"].entries()) {
    now.mockReturnValue(at);
    await typedAndEnded({ title: writer }, writer);
  }
  now.mockRestore();
  const offers = await writerOf("one").find();
  expect(offers.map(({ writer }) => writer)).toEqual(["third", "second", "first"]);
});

test("a storage that is full or does not answer is reported and blocks nothing", async () => {
  const full = writerOf("one", () => Promise.reject(new DOMException("no room", "QuotaExceededError")));
  expect(await full.find()).toEqual([]);
  expect(stored).toEqual([]);
  full.changed({ title: "Mug" });
  await full.flush();
  expect(stored).toEqual([false]);
});
