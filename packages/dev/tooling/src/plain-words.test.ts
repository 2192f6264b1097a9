import { expect, test } from "vitest";
import { commentsOf, countCommentWords } from "./plain-words.ts";

/** Folders whose comments are in plain English; a folder that is rewritten joins them. */
const PLAIN_FOLDERS: readonly string[] = [
  "packages/contract",
  "packages/dev/image-bench",
  "packages/mutators",
  "packages/dev/page-bench",
  "packages/public-page",
  "packages/dev/sync-bench",
  "packages/dev/tooling",
  "packages/dev/web-bench",
  "web/budgets",
  "web/build",
  "web/e2e",
  "sync-server/bench",
  "sync-server/conformance",
  "sync-server/src",
  "web/src/accounts",
  "web/src/api",
  "web/src/boot",
  "web/src/domain",
  "web/src/features/account",
  "web/src/features/app-update",
  "web/src/features/appearance",
  "web/src/features/dashboard",
  "web/src/features/items",
  "web/src/features/landing",
  "web/src/features/navigation",
  "web/src/features/offline-own-page",
  "web/src/features/onboarding",
  "web/src/features/profile",
  "web/src/features/rejected-changes",
  "web/src/features/share",
  "web/src/features/shelves",
  "web/src/features/sign-in",
  "web/src/images",
  "web/src/local-store",
  "web/src/manifest",
  "web/src/platform",
  "web/src/navigation",
  "web/src/routes",
  "web/src/service-worker",
  "web/src/ui",
  "web/src/words",
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
