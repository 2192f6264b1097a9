import { expect, test } from "vitest";
import { openStore } from "#local-store/testing/open-store";
import { holdPicture, storeAhead } from "#outbox/pictures";
import { withoutLostPicture } from "./kept-picture";

test("a photo that was chosen for the setup goes along with the other answers", async () => {
  const store = openStore();
  const picture = await holdPicture(store, new ArrayBuffer(8), "image/png");
  await storeAhead(store, picture);
  expect(await withoutLostPicture(store, { title: "Potter", picture })).toEqual({ title: "Potter", picture });
});

test("whoever comes back to a connection that was lost meanwhile is asked nothing again", async () => {
  const store = openStore();
  const picture = await holdPicture(store, new ArrayBuffer(8), "image/png");
  await storeAhead(store, picture);
  store.close();
  expect(await withoutLostPicture(store, { picture })).toEqual({ picture });
});

test("one that this device has no more is left out, and holds up nothing else", async () => {
  expect(await withoutLostPicture(openStore(), { title: "Potter", picture: "0".repeat(64) })).toEqual({
    title: "Potter",
  });
});
