import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../../..");
const MAX_MODULES = 20;

/** Flat lists in which the name of a file is all that a reader looks for (docs/decisions/0005). */
const FLAT: readonly string[] = [
  "packages/contract/src",
  "packages/mutators/src",
  "sync-server/src/database/migrations",
];

const modules = globSync("{packages/*,sync-server}/src/**/*.*", { cwd: ROOT })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.(?:tsx?|mjs|css)$/.test(file) && !/\.test\.tsx?$/.test(file));
const counts = new Map<string, number>();
for (const file of modules) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
const large = [...counts].filter(([, count]) => count > MAX_MODULES).map(([folder]) => folder);

test(`No folder has more than ${MAX_MODULES} modules, tests aside, but the flat lists`, () => {
  expect(counts.size).toBeGreaterThan(0);
  expect(large.toSorted()).toEqual(FLAT.toSorted());
});
