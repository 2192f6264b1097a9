import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, test } from "vitest";
import { LocalStore } from "#local-store/local-store";
import { holdPicture, storeAhead } from "#outbox/pictures";
import { withoutLostPicture } from "./kept-picture";

const emptyStore = () => new LocalStore("u1", { indexedDB: new IDBFactory(), IDBKeyRange });

test("a photo that was chosen for the setup goes along with the other answers", async () => {
  const store = emptyStore();
  const picture = await holdPicture(store, new ArrayBuffer(8), "image/png");
  await storeAhead(store, picture);
  expect(await withoutLostPicture(store, { title: "Potter", picture })).toEqual({ title: "Potter", picture });
});

test("whoever comes back to a connection that was lost meanwhile is asked nothing again", async () => {
  const store = emptyStore();
  const picture = await holdPicture(store, new ArrayBuffer(8), "image/png");
  await storeAhead(store, picture);
  store.close();
  expect(await withoutLostPicture(store, { picture })).toEqual({ picture });
});

test("one that this device has no more is left out, and holds up nothing else", async () => {
  expect(await withoutLostPicture(emptyStore(), { title: "Potter", picture: "0".repeat(64) })).toEqual({
    title: "Potter",
  });
});
