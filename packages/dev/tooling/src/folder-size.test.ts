import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../../..");
const MAX_MODULES = 20;

/** In order of their numbers (docs/decisions/0005). */
const MIGRATIONS = "sync-server/src/database/migrations";

const modules = globSync(
  "{packages/*,packages/dev/*,sync-server,web}/{src,e2e,bench,build,budgets,conformance,icons,peers}/**/*.*",
  { cwd: ROOT, exclude: ["**/node_modules/**", "**/dist/**"] },
)
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.(?:tsx?|mjs|css)$/.test(file) && !/\.test\.tsx?$/.test(file));
const counts = new Map<string, number>();
for (const file of modules) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
const isLarge = ([folder, count]: [string, number]) => count > MAX_MODULES && folder !== MIGRATIONS;

test(`No folder has more than ${MAX_MODULES} modules, tests aside, but the migrations`, () => {
  expect(counts.has(MIGRATIONS)).toBe(true);
  expect([...counts].filter(isLarge)).toEqual([]);
});
