import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { mustHaveItsData, openDataFolder, storedSecret } from "./data-folder.ts";

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), "shelv-data-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test("The folder is created on the first start and found on the next", async () => {
  const folder = join(await temporaryFolder(), "a", "b");
  expect(await openDataFolder(folder)).toBe(folder);
  expect(await openDataFolder(folder)).toBe(folder);
});

test("A folder that others can read is closed to them, and a line says so once", async () => {
  const folder = join(await temporaryFolder(), "data");
  await mkdir(folder, { mode: 0o755 });
  await chmod(folder, 0o755);
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  await openDataFolder(folder, print);
  await openDataFolder(folder, print);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(lines).toEqual([
    `The data folder ${folder} was open to other users of this machine (mode 755): its mode is 700 now.`,
  ]);
});

test("A folder that is not writable gives an error message", async () => {
  const file = join(await temporaryFolder(), "file");
  await writeFile(file, "");
  await expect(openDataFolder(join(file, "data"))).rejects.toThrow(
    `The data folder ${join(file, "data")} cannot be written to: set DATA_DIR to one that can.`,
  );
});

test("A folder that had a database does not start without it, unless its mark is deleted", async () => {
  const [folder, mark] = [await temporaryFolder(), join(await temporaryFolder(), "started")];
  await (
    await mustHaveItsData(folder, null)
  )();
  const note = await mustHaveItsData(folder, mark);
  // A first start that fails before it has a database leaves no mark.
  await mustHaveItsData(folder, mark);
  await writeFile(join(folder, "shelv.db"), "");
  await note();
  await mustHaveItsData(folder, mark);
  await rm(join(folder, "shelv.db"));
  await expect(mustHaveItsData(folder, mark)).rejects.toThrow(
    `There is no database in ${folder}, but there was one when ${mark} was written: mount its disk, or delete that file to begin with an empty database.`,
  );
  await rm(mark);
  await mustHaveItsData(folder, mark);
});

test("The secret is random, stored, and private", async () => {
  const [one, other] = [await temporaryFolder(), await temporaryFolder()];
  const secrets = await Promise.all([storedSecret(one), storedSecret(one), storedSecret(one)]);
  expect(secrets[0]).toMatch(/^[\da-f]{64}$/);
  expect(new Set([...secrets, await storedSecret(one)]).size).toBe(1);
  expect(await storedSecret(other)).not.toBe(secrets[0]);
  expect((await stat(join(one, "session-secret"))).mode & 0o777).toBe(0o600);
});

test("A damaged secret stops the start", async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "session-secret"), "short");
  await expect(storedSecret(folder)).rejects.toThrow("too short");
});
