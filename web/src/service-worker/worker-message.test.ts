import { expect, test } from "vitest";
import { parseWorkerMessage } from "./worker-message.ts";

const ORIGIN = "https://shelv.example";
const parse = (data: unknown) => parseWorkerMessage(data, ORIGIN);

test("a page is saved with its pictures from our server, each once", () => {
  const picture = `${ORIGIN}/media/aa/160.webp`;
  const message = parse({
    type: "keep-page",
    url: `${ORIGIN}/Mira?x=1`,
    pictures: [
      picture,
      picture,
      "https://elsewhere.example/media/aa/160.webp",
      `${ORIGIN}/api/auth/me`,
      "blob:x",
      7,
    ],
  });
  expect(message).toEqual({ type: "keep-page", url: `${ORIGIN}/Mira?x=1`, pictures: [picture] });
});

test("pictures that loaded later are saved on their own", () => {
  const picture = `${ORIGIN}/media/aa/160.avif`;
  expect(
    parse({
      type: "keep-pictures",
      pictures: [picture, undefined, "", "https://elsewhere.example/media/aa/160.avif"],
    }),
  ).toEqual({ type: "keep-pictures", pictures: [picture] });
});

test.each([
  ["a screen of the app", { type: "keep-page", url: `${ORIGIN}/shelves`, pictures: [] }],
  ["another site's page", { type: "keep-page", url: "https://elsewhere.example/mira", pictures: [] }],
  ["an invalid address", { type: "keep-page", url: "mira", pictures: [] }],
  ["a message without pictures", { type: "keep-page", url: `${ORIGIN}/mira` }],
  ["an unknown message", { type: "keep-everything" }],
  ["nothing", null],
  ["a text", "keep-app"],
])("%s is not saved", (_, data) => {
  expect(parse(data)).toBeNull();
});

test("a signed-out owner is forgotten by name", () => {
  expect(parse({ type: "forget-owner", username: "Mira" })).toEqual({
    type: "forget-owner",
    username: "Mira",
  });
  expect(parse({ type: "forget-owner" })).toBeNull();
});

test("the messages of the app and the landing page are known", () => {
  expect(parse({ type: "keep-landing" })).toEqual({ type: "keep-landing" });
  expect(parse({ type: "keep-app" })).toEqual({ type: "keep-app" });
  expect(parse({ type: "skip-waiting" })).toEqual({ type: "skip-waiting" });
});
