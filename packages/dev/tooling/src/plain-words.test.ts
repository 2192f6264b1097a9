import { expect, test } from "vitest";
import { commentsOf, countCommentWords } from "./plain-words.ts";

/** Folders whose comments are in plain English; a folder that is rewritten joins them. */
const PLAIN_FOLDERS: readonly string[] = [
  "packages/contract",
  "packages/dev/image-bench",
  "packages/mutators",
  "packages/dev/page-bench",
  "packages/public-page",
  "packages/dev/simulator",
  "packages/dev/sync-bench",
  "packages/dev/tooling",
  "packages/dev/web-bench",
  "web/budgets",
  "web/build",
  "web/e2e",
  "sync-server/bench",
  "sync-server/conformance",
  "sync-server/src",
  "web/src",
];

test("comments have fewer than one discouraged word in 2,000", () => {
  const { words, discouraged } = countCommentWords(PLAIN_FOLDERS);
  const isRare = discouraged.length < words / 2000;
  expect(isRare ? [] : discouraged).toEqual([]);
});

test.each(PLAIN_FOLDERS)("%s has comments to count", (folder) => {
  expect(countCommentWords([folder]).words).toBeGreaterThan(0);
});

test("words are counted in comments alone, in any case", () => {
  const source = `/** Kept. */ const told = "somebody"; // stood\n`;
  expect(commentsOf("a.ts", source)).toBe("* Kept. \n stood");
  expect(commentsOf("a.css", "a { color: red } /* owed */")).toBe("/* owed */");
});
