import { expect, test, vi } from "vitest";
import type { DraftPicture, DraftValues } from "#local-store/unsynced/form-drafts-database";
import { openTestStore } from "#local-store/testing/open-test-store";
import { holdPicture, isDrawn, isHeld, localPicture, noteDrawn } from "#outbox/pictures";
import { DraftPictures, withPictures } from "./draft-pictures";

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer;
const OF_LINK = "a".repeat(64);

function world(onServer: Record<string, string>) {
  const asked: string[] = [];
  const fetched = vi.fn<() => void>();
  const fetchPicture = async (sha256: string) => {
    asked.push(sha256);
    const text = onServer[sha256];
    return text === undefined ? null : { bytes: bytesOf(text), type: "image/webp" };
  };
  const store = openTestStore();
  const restored = (values: DraftValues, stored: readonly DraftPicture[]) =>
    withPictures(store, { values }, stored, fetchPicture);
  return { pictures: new DraftPictures(fetchPicture, fetched), restored, asked, fetched, store };
}

test("a chosen picture is stored with the draft at once, without a request", async () => {
  const { pictures, asked, store } = world({});
  const sha256 = await holdPicture(store, bytesOf("mug"), "image/webp");
  expect(await pictures.of(store, { title: "Mug", picture: sha256, cutout: null })).toMatchObject([
    { sha256, bytes: bytesOf("mug"), isDrawn: false },
  ]);
  expect(asked).toEqual([]);
});

test("a link's picture is fetched once; the text does not wait for it, and it is stored with the next write", async () => {
  const { pictures, asked, fetched, store } = world({ [OF_LINK]: "pan" });
  const values = { title: "Pan", picture: OF_LINK };
  expect(await pictures.of(store, values)).toEqual([]);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  expect(await pictures.of(store, values)).toMatchObject([{ sha256: OF_LINK, bytes: bytesOf("pan") }]);
  expect(asked).toEqual([OF_LINK]);
});

test("a restored link's picture is in memory under the name of its own bytes, and needs no server", async () => {
  const before = world({ [OF_LINK]: "pan" });
  noteDrawn(before.store, OF_LINK);
  const values = { title: "Pan", picture: OF_LINK };
  await before.pictures.of(before.store, values);
  await vi.waitFor(() => expect(before.fetched).toHaveBeenCalledOnce());
  const stored = await before.pictures.of(before.store, values);

  const { restored, asked, store } = world({});
  const { title, picture } = await restored(values, stored);
  const name = picture as string;
  expect(title).toBe("Pan");
  expect([isHeld(store, name), isDrawn(store, name)]).toEqual([true, true]);
  expect((await localPicture(store, name))?.bytes).toEqual(bytesOf("pan"));
  expect(asked).toEqual([]);
});

test("a picture that was not stored in time is restored from the server, and a lost one is left out", async () => {
  const values = { title: "Pan", picture: OF_LINK, cutout: null };
  const there = world({ [OF_LINK]: "pan" });
  expect(await there.restored(values, [])).toEqual(values);
  const gone = world({});
  expect(await gone.restored(values, [])).toEqual({ title: "Pan", cutout: null });
});
