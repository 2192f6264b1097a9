import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { storedSecret } from "#data-folder";
import { makeFolder, writeDurably } from "./durable-files.ts";
import { fileMailer } from "#mail/file-mailer";
import { FolderStore } from "#pictures/storage/folder-store";

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), "shelv-durable-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

type Handle = Awaited<ReturnType<typeof open>>;

async function watchSyncs(folder: string, name: string, fails = () => false) {
  const handle = await open(folder);
  const prototype = Object.getPrototypeOf(handle) as Handle;
  await handle.close();
  const seen: ("file" | "folder" | "named folder")[] = [];
  const spy = vi.spyOn(prototype, "sync").mockImplementation(async function (this: Handle) {
    if (fails()) throw new Error("EIO");
    const isNamed = (await readdir(folder)).includes(name);
    seen.push((await this.stat()).isFile() ? "file" : isNamed ? "named folder" : "folder");
  });
  onTestFinished(() => spy.mockRestore());
  return seen;
}

const FROM = { name: "Shelv", address: "hello@shelv.example" };
const MAIL = { to: "ada@example.org", subject: "Hi", text: "Hi", terminalLine: "" };

test.each([
  ["session-secret", (folder: string) => storedSecret(folder)],
  ["mail", (folder: string) => fileMailer(join(folder, "mail"), FROM, () => {}).send(MAIL as never)],
  ["media", (folder: string) => FolderStore.open(folder).then((store) => store.close())],
  ["a", (folder: string) => writeDurably(join(folder, "a"), "a")],
] as const)("%s is on the disk, and its name after it, when the call resolves", async (name, write) => {
  const folder = await temporaryFolder();
  const seen = await watchSyncs(folder, name);
  await write(folder);
  const isFile = (await stat(join(folder, name))).isFile();
  expect(seen.slice(0, 2)).toEqual(isFile ? ["file", "named folder"] : ["named folder", ...seen.slice(1, 2)]);
  expect((await readdir(folder)).toSorted()).toEqual([name]);
});

test("A file whose bytes do not reach the disk gets no name, and leaves nothing", async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "old"), "old");
  const seen = await watchSyncs(folder, "old", () => true);
  for (const name of ["old", "new"])
    await expect(writeDurably(join(folder, name), "new", { replaces: true })).rejects.toThrow("EIO");
  expect([seen, await readdir(folder), await readFile(join(folder, "old"), "utf8")]).toEqual([
    [],
    ["old"],
    "old",
  ]);
});

test("A name that is taken is replaced only if the caller says so; a folder's parent must exist", async () => {
  const folder = await temporaryFolder();
  const file = join(folder, "name");
  await writeDurably(file, "one");
  await expect(writeDurably(file, "two")).rejects.toThrow("EEXIST");
  expect(await readFile(file, "utf8")).toBe("one");
  await writeDurably(file, "three", { replaces: true });
  expect([await readFile(file, "utf8"), (await stat(file)).mode & 0o777]).toEqual(["three", 0o600]);
  await mkdir(join(folder, "there"));
  await makeFolder(join(folder, "there"));
  await expect(makeFolder(join(folder, "none", "below"))).rejects.toThrow("ENOENT");
});
