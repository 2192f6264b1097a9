import { expect, test } from "vitest";
import { commentsOf, countCommentWords, withoutCode } from "./plain-words.ts";

const WORKSPACES: readonly string[] = ["packages", "sync-server", "web"];

/** Each of these folders alone has few discouraged words; a folder that is rewritten joins them. */
const PLAIN_FOLDERS: readonly string[] = [
  "packages/contract",
  "packages/dev/image-bench",
  "packages/dev/page-bench",
  "packages/dev/simulator",
  "packages/dev/sync-bench",
  "packages/dev/tooling",
  "packages/dev/web-bench",
  "packages/mutators",
  "packages/public-page",
  "sync-server/bench",
  "sync-server/conformance",
  "sync-server/processes",
  "sync-server/src",
  "web/budgets",
  "web/build",
  "web/e2e",
  "web/icons",
  "web/src",
];

test.each([...WORKSPACES, ...PLAIN_FOLDERS])(
  "%s: comments have fewer than one discouraged word in 2,000",
  (folder) => {
    const { words, discouraged } = countCommentWords([folder]);
    expect(words).toBeGreaterThan(0);
    expect(discouraged.length < words / 2000 ? [] : discouraged).toEqual([]);
  },
);

test("words are counted in comments alone, in any case", () => {
  const source = `/** Kept. */ const told = "somebody"; // stood\n`;
  expect(commentsOf("a.ts", source)).toBe("* Kept. \n stood");
  expect(commentsOf("a.css", "a { color: red } /* owed */")).toBe("/* owed */");
});

test("names of code in backticks are not counted as words", () => {
  expect(withoutCode("The field `kept` is kept")).toBe("The field  is kept");
});
