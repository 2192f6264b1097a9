import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../../..");
const MAX_MODULES = 20;

/** Flat lists in which the name of a file is all that a reader looks for (docs/decisions/0005). */
const FLAT: readonly string[] = [
  "packages/contract/src",
  "packages/dev/simulator/src",
  "packages/mutators/src",
  "sync-server/src/database/migrations",
];

const modules = globSync(
  "{packages/*,packages/dev/*,sync-server,web}/{src,e2e,bench,build,budgets,conformance,icons,peers}/**/*.*",
  { cwd: ROOT, exclude: ["**/node_modules/**", "**/dist/**"] },
)
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.(?:tsx?|mjs|css)$/.test(file) && !/\.test\.tsx?$/.test(file));
const counts = new Map<string, number>();
for (const file of modules) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
const isLarge = ([folder, count]: [string, number]) => count > MAX_MODULES && !FLAT.includes(folder);

test(`No folder has more than ${MAX_MODULES} modules, tests aside, but the flat lists`, () => {
  expect(FLAT.filter((folder) => !counts.has(folder))).toEqual([]);
  expect([...counts].filter(isLarge)).toEqual([]);
});
