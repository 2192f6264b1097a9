import { expect, test } from "vitest";
import { pictureIn, picturesIn } from "./pictures-in.ts";

const [ONE, TWO] = ["1".repeat(64), "2".repeat(64)];

test("each picture of each page is found once, in any width and form", () => {
  const page = `<img srcset="/media/${ONE}/160.avif 160w, /media/${ONE}/320.avif 320w" src="https://shelv.example/media/${TWO}/320.webp">`;
  expect(picturesIn([page, page, "<p>/media/no-picture/</p>"])).toEqual(new Set([ONE, TWO]));
  expect([
    pictureIn(`https://shelv.example/media/${TWO}/160.webp`),
    pictureIn("https://shelv.example/mira"),
  ]).toEqual([TWO, null]);
});
