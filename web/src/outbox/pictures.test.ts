import { expect, test } from "vitest";
import { openTestStore } from "#local-store/testing/open-test-store";
import { holdPicture, isHeld, localPicture } from "./pictures";

test("a picture that is read stays in memory, however many cut-outs are made of it", async () => {
  const store = openTestStore();
  const hold = (text: string) => holdPicture(store, new TextEncoder().encode(text).buffer, "image/webp");
  const [picture, unused] = [await hold("bowl"), await hold("mug")];
  for (let nth = 0; nth < 12; nth += 1) {
    expect((await localPicture(store, picture))?.type).toBe("image/webp");
    await hold(`cut-out ${nth}`);
  }
  expect([isHeld(store, picture), isHeld(store, unused)]).toEqual([true, false]);
});
