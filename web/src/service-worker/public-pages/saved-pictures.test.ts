import { pictureFileTag } from "@shelv/contract/rows/picture";
import { beforeEach, expect, test, vi } from "vitest";
import { openCaches, ours } from "#service-worker/caches/fake-caches";
import { forgetPicturesBut, pictureIn, picturesIn, savePictures } from "./saved-pictures";

const pathOf = (digit: string) => `/media/${digit.repeat(64)}/320.webp`;
const pictureOf = (digit: string) => `https://shelv.example${pathOf(digit)}`;

/** By picture. */
let answers: Map<string, () => void>;
/** By picture. */
let breaks: Map<string, () => void>;
let device: ReturnType<typeof openCaches>;
const kept = async () => Object.keys(await device.held("shelv-pictures"));

beforeEach(() => {
  answers = new Map();
  breaks = new Map();
  device = openCaches({
    answer: (url) =>
      new Promise((resolve, reject) => {
        breaks.set(url, () => reject(new TypeError("Failed to fetch")));
        const headers = {
          "Content-Type": "image/webp",
          ETag: pictureFileTag(url.split("/").at(-2) ?? "", "320.webp"),
        };
        answers.set(url, () => resolve(ours("picture", { headers })));
      }),
  });
});

const asked = (url: string) => vi.waitFor(() => expect(answers.has(url)).toBe(true));

test("a picture that was shown is cached, and not fetched again", async () => {
  const saving = savePictures([pictureOf("a")], { form: "just this" });
  await asked(pictureOf("a"));
  answers.get(pictureOf("a"))?.();
  await saving;
  expect(await kept()).toEqual([pathOf("a")]);
  answers.clear();
  await savePictures([pictureOf("a").replace("320", "640")], { form: "any" });
  expect(answers.size).toBe(0);
});

test("pictures are fetched in order, four at a time, even if one fails", async () => {
  const digits = ["a", "b", "c", "d", "e"];
  const saving = savePictures(digits.map(pictureOf), { form: "just this" });
  await asked(pictureOf("d"));
  expect([...answers.keys()]).toEqual(digits.slice(0, 4).map(pictureOf));
  breaks.get(pictureOf("a"))?.();
  await asked(pictureOf("e"));
  for (const answer of answers.values()) answer();
  await saving;
  expect(await kept()).toEqual(digits.slice(1).map(pathOf));
});

test("a picture that arrives after its owner's sign-out is not cached", async () => {
  const saving = savePictures([pictureOf("a")], { form: "just this" });
  await asked(pictureOf("a"));
  await forgetPicturesBut(new Set());
  answers.get(pictureOf("a"))?.();
  await saving;
  expect(await kept()).toEqual([]);

  const again = savePictures([pictureOf("b")], { form: "just this" });
  await asked(pictureOf("b"));
  answers.get(pictureOf("b"))?.();
  await again;
  expect(await kept()).toEqual([pathOf("b")]);
});

test("pictures on other saved pages survive a sign-out", async () => {
  for (const digit of ["a", "b"]) await device.plant("shelv-pictures", pathOf(digit), ours("picture"));
  await forgetPicturesBut(new Set(["b".repeat(64)]));
  expect(await kept()).toEqual([pathOf("b")]);
});

test("each picture of each page is found once, in any width and form", () => {
  const [ONE, TWO] = ["1".repeat(64), "2".repeat(64)];
  const page = `<img srcset="/media/${ONE}/160.avif 160w, /media/${ONE}/320.avif 320w" src="https://shelv.example/media/${TWO}/320.webp">`;
  expect(picturesIn([page, page, "<p>/media/no-picture/</p>"])).toEqual(new Set([ONE, TWO]));
  expect([
    pictureIn(`https://shelv.example/media/${TWO}/160.webp`),
    pictureIn("https://shelv.example/mira"),
  ]).toEqual([TWO, null]);
});
