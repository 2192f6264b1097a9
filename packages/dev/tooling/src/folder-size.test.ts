import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../../..");
const MAX_FILES = 20;

const MIGRATIONS = "sync-server/src/database/migrations";

const files = globSync(
  "{packages/*,packages/dev/*,sync-server,web}/{src,e2e,bench,build,budgets,conformance,empty-page,icons,peers,processes}/**/*.*",
  { cwd: ROOT, exclude: ["**/node_modules/**", "**/dist/**"] },
);
const counts = new Map<string, number>();
for (const file of files) {
  const folder = dirname(file).replaceAll("\\", "/");
  counts.set(folder, (counts.get(folder) ?? 0) + 1);
}
const isLarge = ([folder, count]: [string, number]) => count > MAX_FILES && folder !== MIGRATIONS;

test(`No folder has more than ${MAX_FILES} files of its own, tests included, but the migrations`, () => {
  expect(counts.has(MIGRATIONS)).toBe(true);
  expect([...counts].filter(isLarge)).toEqual([]);
});
