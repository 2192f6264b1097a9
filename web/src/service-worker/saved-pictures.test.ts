import { pictureFileTag } from "@shelv/contract/picture";
import { beforeEach, expect, test, vi } from "vitest";
import { openCaches, ours } from "./fake-caches";
import { forgetPicturesBut, savePictures } from "./saved-pictures";

const pathOf = (digit: string) => `/media/${digit.repeat(64)}/320.webp`;
const pictureOf = (digit: string) => `https://shelv.example${pathOf(digit)}`;

/** How each picture's answer is let go. */
let answers: Map<string, () => void>;
let device: ReturnType<typeof openCaches>;
const kept = async () => Object.keys(await device.held("shelv-pictures"));

beforeEach(() => {
  answers = new Map();
  device = openCaches({
    answer: (url) =>
      new Promise((resolve) => {
        const headers = {
          "Content-Type": "image/webp",
          ETag: pictureFileTag(url.split("/").at(-2) ?? "", "320.webp"),
        };
        answers.set(url, () => resolve(ours("picture", { headers })));
      }),
  });
});

const asked = (url: string) => vi.waitFor(() => expect(answers.has(url)).toBe(true));

test("a picture that was seen is kept, and not fetched again", async () => {
  const saving = savePictures([pictureOf("a")], { form: "just this" });
  await asked(pictureOf("a"));
  answers.get(pictureOf("a"))?.();
  await saving;
  expect(await kept()).toEqual([pathOf("a")]);
  answers.clear();
  await savePictures([pictureOf("a").replace("320", "640")], { form: "any" });
  expect(answers.size).toBe(0);
});

test("a picture that comes after its owner has signed out is not kept", async () => {
  const saving = savePictures([pictureOf("a")], { form: "just this" });
  await asked(pictureOf("a"));
  await forgetPicturesBut(new Set());
  answers.get(pictureOf("a"))?.();
  await saving;
  expect(await kept()).toEqual([]);

  const anew = savePictures([pictureOf("b")], { form: "just this" });
  await asked(pictureOf("b"));
  answers.get(pictureOf("b"))?.();
  await anew;
  expect(await kept()).toEqual([pathOf("b")]);
});

test("pictures that somebody's page still shows outlast a sign-out", async () => {
  for (const digit of ["a", "b"]) await device.plant("shelv-pictures", pathOf(digit), ours("picture"));
  await forgetPicturesBut(new Set(["b".repeat(64)]));
  expect(await kept()).toEqual([pathOf("b")]);
});
