import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { beforeEach, expect, test, vi } from "vitest";
import { FormDrafts } from "#local-store/unsynced/form-drafts-database";
import { DraftWriter } from "./draft-writer";

const FORM = "item:new";
let drafts: FormDrafts;
let stored: boolean[];
beforeEach(() => {
  drafts = new FormDrafts({ indexedDB: new IDBFactory(), IDBKeyRange });
  stored = [];
});

const writerOf = (writer: string, from: () => Promise<FormDrafts> = async () => drafts) =>
  new DraftWriter({
    userId: "ada",
    form: FORM,
    writer,
    drafts: from,
    picturesIn: async () => [],
    onStored: (isStored) => void stored.push(isStored),
  });
const values = async () => (await drafts.read("ada", FORM))?.values ?? null;

/** Types, then ends the page as a phone does. */
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

test("an earlier draft is found, and stays stored under newer text until the owner decides", async () => {
  await typedAndEnded({ title: "Mug", url: "https://example.com" });
  const form = writerOf("one");
  expect((await form.find())?.values).toEqual({ title: "Mug", url: "https://example.com" });
  form.changed({ title: "Pan" });
  await form.flush();
  expect(await values()).toEqual({ title: "Pan", url: "https://example.com" });
  await form.decide();
  expect(await values()).toEqual({ title: "Pan" });
});

test("a discarded draft is deleted; one not decided about survives a save", async () => {
  await typedAndEnded({ title: "Mug" });
  const saving = writerOf("one");
  await saving.find();
  saving.changed({ title: "Pan" });
  await saving.flush();
  await saving.end();
  expect(await values()).toEqual({ title: "Mug" });
  const discarding = writerOf("two");
  await discarding.find();
  await discarding.decide();
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
  // The form stays open: a profile's does after each save.
  form.changed({ title: "Mugs!" });
  await form.flush();
  expect(await values()).toEqual({ title: "Mugs!" });
  form.changed(null);
  await form.flush();
  expect(await values()).toBeNull();
});

test("two tabs with one form: the last write is stored, and the other tab's save does not delete it", async () => {
  const [one, other] = [writerOf("one"), writerOf("other")];
  one.changed({ title: "One" });
  await one.flush();
  other.changed({ title: "Other" });
  await other.flush();
  await one.end();
  expect(await values()).toEqual({ title: "Other" });
  one.changed({ title: "One more" });
  await one.flush();
  await other.flush();
  expect(await values()).toEqual({ title: "Other" });
});

test("text typed in a tab after a second tab has restored its draft outlives the second tab's save", async () => {
  const other = writerOf("other");
  other.changed({ title: "Mug" });
  await other.flush();
  const restoring = writerOf("one");
  const found = await restoring.find();
  restoring.changed(found?.values ?? null);
  await restoring.decide();
  other.changed({ title: "Mug, blue" });
  await other.flush();
  await restoring.end();
  expect(await values()).toEqual({ title: "Mug, blue" });
});

test("a storage that is full or does not answer is reported and blocks nothing", async () => {
  const full = writerOf("one", () => Promise.reject(new DOMException("no room", "QuotaExceededError")));
  expect(await full.find()).toBeNull();
  expect(stored).toEqual([]);
  full.changed({ title: "Mug" });
  await full.flush();
  expect(stored).toEqual([false]);
});
