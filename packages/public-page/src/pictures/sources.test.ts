import { expect, test } from "vitest";
import { sourcesOf } from "./sources.ts";

const still = (width: number) => sourcesOf({ sha256: "s", shape: { width, height: 100, isAnimated: false } });

test.each([
  [2000, ["160.avif 160w", "320.avif 320w", "640.avif 640w"]],
  [640, ["160.avif 160w", "320.avif 320w", "640.avif 640w"]],
  [400, ["160.avif 160w", "320.avif 320w", "640.avif 400w"]],
  [320, ["160.avif 160w", "320.avif 320w"]],
  [200, ["160.avif 160w", "320.avif 200w"]],
  [4, ["160.avif 4w"]],
])("A picture that is %i pixels wide is offered as %j", (width, files) => {
  const { avif, webp } = still(width);
  expect(avif?.split(",")).toEqual(files.map((file) => `/media/s/${file}`));
  expect(webp).toBe(avif?.replaceAll(".avif", ".webp"));
});

test("A picture that is animated, or of unknown shape, is offered as WebP only", () => {
  const moving = sourcesOf({ sha256: "s", shape: { width: 200, height: 100, isAnimated: true } });
  expect(moving).toEqual({
    avif: undefined,
    webp: "/media/s/160.webp 160w,/media/s/320.webp 200w",
    src: "/media/s/160.webp",
  });
  const unknown = sourcesOf({ sha256: "s", shape: null });
  expect(unknown).toEqual({
    avif: undefined,
    webp: "/media/s/160.webp 160w,/media/s/320.webp 320w,/media/s/640.webp 640w",
    src: "/media/s/160.webp",
  });
});
