import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addIntegrity } from "./add-integrity.ts";

test("each file is listed with its hash, except the page that the server completes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "shelv-integrity-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "a.js"), "abc");
  await writeFile(join(folder, "landing.html"), "abc");
  const entries = ["a.js", "landing.html"].map((url) => ({ url, revision: null, size: 3 }));
  const { manifest } = await addIntegrity(folder)(entries);
  expect(manifest.map(({ url, integrity }) => [url, integrity])).toEqual([
    ["a.js", "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="],
    ["landing.html", undefined],
  ]);
});
