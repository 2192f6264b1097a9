import { expect, test } from "vitest";
import { picture, pictureFixture } from "#testing/pictures";
import { joined } from "#testing/picture-bytes";
import { encodePicture } from "./encode-picture.ts";

test.each([
  "gif-no-trailer.gif",
  "gif-still-no-trailer.gif",
  "gif-nul-before-trailer.gif",
  "gif-nuls-at-end.gif",
  "jpeg-no-end.jpg",
  "jpeg-zeros-between.jpg",
  "png-no-iend.png",
  "webp-size-one-too-much.webp",
])("A damaged picture that every browser shows is accepted: %s", async (name) => {
  expect((await encodePicture(await pictureFixture(name))).length).toBeGreaterThan(3);
});

test.each([0.3, 0.6, 0.9])(
  "A JPEG with only %d of its data is rejected, with or without an end marker",
  async (share) => {
    const whole = await picture("jpeg", { width: 200, height: 150 });
    const cut = whole.slice(0, whole.length * share);
    for (const bytes of [cut, joined(cut, Uint8Array.of(0xff, 0xd8, 0, 0))])
      await expect(encodePicture(bytes)).rejects.toMatchObject({ code: "picture-missing" });
  },
);

test("A WebP with a wrong length that also lacks pixels is rejected", async () => {
  const whole = await picture("webp", { width: 200, height: 150 });
  await expect(encodePicture(whole.slice(0, whole.length * 0.9))).rejects.toMatchObject({
    code: "picture-missing",
  });
});
