/** The peers have their own lock file, so no type check of the workspace reads them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const PEERS = new URL("../peers/", import.meta.url);

test("Every module that a peer imports from this package exists", () => {
  const imported = readdirSync(PEERS)
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [
      ...readFileSync(new URL(file, PEERS), "utf8").matchAll(/from "@shelv\/sync-bench\/([^"]+)"/g),
    ])
    .map(([, name]) => `${name}.ts`);

  expect(imported).toContain("serve-device.ts");
  expect(imported.filter((name) => !existsSync(new URL(name, import.meta.url)))).toEqual([]);
});
