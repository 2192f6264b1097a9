import { expect, test } from "vitest";
import { openTestStore } from "#local-store/testing/open-test-store";
import { holdPicture, storeAhead } from "#outbox/pictures";
import { withoutLostPicture } from "./without-lost-picture";

test("a photo chosen in the setup is sent with the other answers", async () => {
  const store = openTestStore();
  const picture = await holdPicture(store, new ArrayBuffer(8), "image/png");
  await storeAhead(store, picture);
  expect(await withoutLostPicture(store, { title: "Potter", picture })).toEqual({ title: "Potter", picture });
});

test("a lost database connection is reopened and loses no photo", async () => {
  const store = openTestStore();
  const picture = await holdPicture(store, new ArrayBuffer(8), "image/png");
  await storeAhead(store, picture);
  store.close();
  expect(await withoutLostPicture(store, { picture })).toEqual({ picture });
});

test("a photo that this device no longer has is left out, and blocks nothing else", async () => {
  expect(await withoutLostPicture(openTestStore(), { title: "Potter", picture: "0".repeat(64) })).toEqual({
    title: "Potter",
  });
});
