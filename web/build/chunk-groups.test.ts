import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  CHUNK_GROUPS,
  isLate,
  LATE_PACKAGES,
  ROOT,
  SIGNED_IN_FILES,
  STORE_FILES,
  STORE_PACKAGES,
} from "./chunk-groups.ts";

test.each([...SIGNED_IN_FILES, ...STORE_FILES])("%s exists, as the build's groups say", (file) => {
  expect(existsSync(join(ROOT, file))).toBe(true);
});

test.each([...STORE_PACKAGES, ...LATE_PACKAGES])("%s is a package of the app", (name) => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "web/package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  expect(Object.keys(dependencies)).toContain(name);
});

test("a module belongs to one group at most", () => {
  const groupsOf = (moduleId: string) =>
    CHUNK_GROUPS.filter(({ test }) => test?.(moduleId)).map(({ name }) => name);
  for (const file of SIGNED_IN_FILES) expect(groupsOf(join(ROOT, file))).toEqual(["signed-in"]);
  for (const file of STORE_FILES) expect(groupsOf(join(ROOT, file))).toEqual(["local-store"]);
  expect(groupsOf("/x/node_modules/.pnpm/dexie@4/node_modules/dexie/dist/dexie.js")).toEqual(["local-store"]);
  expect(groupsOf("/x/web/src/main.tsx")).toEqual([]);
  expect(isLate("/x/node_modules/onnxruntime-web/dist/ort.js")).toBe(true);
});
