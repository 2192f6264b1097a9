import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetPicturesBut, savePictures } from "./saved-pictures";

const pictureOf = (digit: string) => `https://shelv.example/media/${digit.repeat(64)}/320.webp`;

/** What the browser keeps, by address; and how each picture's answer is let go. */
let kept: Map<string, Response>;
let answers: Map<string, () => void>;

beforeEach(() => {
  kept = new Map();
  answers = new Map();
  const cache = {
    match: async (url: string) => kept.get(url)?.clone(),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    put: async (url: string, response: Response) => void kept.set(url, response),
    delete: async (url: string) => kept.delete(url),
  };
  vi.stubGlobal("caches", { open: async () => cache });
  vi.stubGlobal("fetch", (url: string) => new Promise<Response>((resolve) => {
    // Only a network's answer is of the page's own origin.
    answers.set(url, () => resolve(Object.defineProperty(new Response("picture"), "type", { value: "basic" })));
  }));
});
afterEach(() => void vi.unstubAllGlobals());

const asked = (url: string) => vi.waitFor(() => expect(answers.has(url)).toBe(true));

test("a picture that was seen is kept, and not fetched again", async () => {
  const saving = savePictures([pictureOf("a")], { form: "just this" });
  await asked(pictureOf("a"));
  answers.get(pictureOf("a"))?.();
  await saving;
  expect([...kept.keys()]).toEqual([pictureOf("a")]);
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
  expect(kept.size).toBe(0);

  const anew = savePictures([pictureOf("b")], { form: "just this" });
  await asked(pictureOf("b"));
  answers.get(pictureOf("b"))?.();
  await anew;
  expect([...kept.keys()]).toEqual([pictureOf("b")]);
});

test("pictures that somebody's page still shows outlast a sign-out", async () => {
  for (const digit of ["a", "b"]) kept.set(pictureOf(digit), new Response("picture"));
  await forgetPicturesBut(new Set(["b".repeat(64)]));
  expect([...kept.keys()]).toEqual([pictureOf("b")]);
});
