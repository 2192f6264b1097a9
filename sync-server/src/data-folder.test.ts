import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keptSecret, openDataFolder } from "./data-folder.ts";

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), "shelv-data-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test("The folder is made on the first start and found on the next", async () => {
  const folder = join(await temporaryFolder(), "a", "b");
  expect(await openDataFolder(folder)).toBe(folder);
  expect(await openDataFolder(folder)).toBe(folder);
});

test("A folder that cannot be written to is told in a sentence", async () => {
  const file = join(await temporaryFolder(), "file");
  await writeFile(file, "");
  await expect(openDataFolder(join(file, "data"))).rejects.toThrow(
    `The data folder ${join(file, "data")} cannot be written to: set DATA_DIR to one that can.`,
  );
});

test("The secret is random, kept, and readable by nobody else", async () => {
  const [one, other] = [await temporaryFolder(), await temporaryFolder()];
  const secrets = await Promise.all([keptSecret(one), keptSecret(one), keptSecret(one)]);
  expect(secrets[0]).toMatch(/^[\da-f]{64}$/);
  expect(new Set([...secrets, await keptSecret(one)]).size).toBe(1);
  expect(await keptSecret(other)).not.toBe(secrets[0]);
  expect((await stat(join(one, "session-secret"))).mode & 0o777).toBe(0o600);
});

test("A secret that was spoilt stops the start", async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "session-secret"), "short");
  await expect(keptSecret(folder)).rejects.toThrow("too short");
});
