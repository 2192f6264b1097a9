import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { EXPORT_FILE } from "@shelv/contract/export";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Files, withCommentedEntries, zipOfOne, zipped } from "#testing/zip";
import { ZipFile } from "yauzl";
import { Archive } from "./open-archive.ts";

const SHA256 = "a".repeat(64);
const ACCOUNT = '{"version":1}';
const EXPORTED: Files = { [EXPORT_FILE]: ACCOUNT, [`pictures/${SHA256}.webp`]: "picture" };
const APPLE = "\u0000\u0005\u0016\u0007Mac OS X";

const below = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([name, bytes]) => [folder + name, bytes]));

async function open(bytes: Uint8Array): Promise<Archive> {
  const folder = await mkdtemp(join(tmpdir(), "shelv-archive-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "export.zip"), bytes);
  return Archive.open(join(folder, "export.zip"));
}

test.each<[how: string, files: Files]>([
  ["as it was exported", EXPORTED],
  [
    "by Finder",
    {
      "ada/": "",
      "ada/.DS_Store": APPLE,
      "__MACOSX/ada/._.DS_Store": APPLE,
      ...below("ada/", EXPORTED),
      "__MACOSX/ada/._shelv.json": APPLE,
      [`__MACOSX/ada/pictures/._${SHA256}.webp`]: APPLE,
    },
  ],
  ["by Finder without the folder", { ...EXPORTED, "__MACOSX/._shelv.json": APPLE, ".DS_Store": APPLE }],
  [
    "by Windows, with backslashes",
    below("Ada's Shelv\\", { [EXPORT_FILE]: ACCOUNT, [`pictures\\${SHA256}.webp`]: "picture" }),
  ],
  ["below two folders", below("Downloads/棚/", EXPORTED)],
  ["beside an older export in a folder", { ...below("old/", { [EXPORT_FILE]: "{}" }), ...EXPORTED }],
])("An export that was packed %s has its account and its pictures", async (_, files) => {
  using archive = await open(await zipped(files));
  expect(new TextDecoder().decode(await archive.readAccount(100))).toBe(ACCOUNT);
  expect(archive.sizeOf(SHA256)).toBe("picture".length);
  expect(String(await archive.readPicture(SHA256))).toBe("picture");
});

test("A compressed account in a folder is read, and still bounded by its declared size", async () => {
  const packed = (unfoldedBytes: number) =>
    zipOfOne(`My Shelv/${EXPORT_FILE}`, { data: deflateRawSync(ACCOUNT), unfoldedBytes });
  using archive = await open(packed(ACCOUNT.length));
  expect(new TextDecoder().decode(await archive.readAccount(100))).toBe(ACCOUNT);
  await expect(archive.readAccount(ACCOUNT.length - 1)).rejects.toMatchObject({ code: "export-too-large" });
  using other = await open(packed(ACCOUNT.length - 1));
  await expect(other.readAccount(100)).rejects.toMatchObject({ code: "export-unreadable" });
});

test.each<[what: string, files: Files]>([
  ["two exports in one zip", { ...below("a/", EXPORTED), ...below("b/", EXPORTED) }],
  ["a name that climbs out", { ...EXPORTED, "a/../../shelv.json": "{}" }],
  ["a name that climbs out with backslashes", { ...EXPORTED, "a\\..\\..\\shelv.json": "{}" }],
  ["a name from the root", { ...EXPORTED, "/shelv.json": "{}" }],
  ["a name from a drive", { ...EXPORTED, "C:\\shelv.json": "{}" }],
  ["a name that only ends like it", { "my-shelv.json": "{}" }],
  ["only what Finder adds", { "__MACOSX/shelv.json": "{}" }],
])("A zip is rejected with %s", async (_, files) => {
  await expect(open(await zipped(files))).rejects.toMatchObject({ code: "export-unreadable" });
});

test("A zip that declares too many entries is rejected before they are read", async () => {
  const bytes = await zipped(EXPORTED);
  for (const at of [8, 10]) new DataView(bytes.buffer).setUint16(bytes.length - 22 + at, 50_001, true);
  await expect(open(bytes)).rejects.toMatchObject({ code: "export-unreadable" });
});

const commented = async (count: number) => {
  const names = Array.from({ length: count }, (_, at) => `pictures/${String(at).padStart(64, "0")}.webp`);
  return withCommentedEntries(await zipped(EXPORTED), { names, commentBytes: 50_000 });
};

test("Of an entry only what reading it needs is kept, not its comment", async () => {
  using archive = await open(await commented(100));
  expect(new TextDecoder().decode(await archive.readAccount(100))).toBe(ACCOUNT);
  const read = vi.spyOn(ZipFile.prototype, "openReadStreamPromise");
  onTestFinished(() => read.mockRestore());
  await archive.readPicture("0".repeat(64));
  const kept = read.mock.calls.map(([entry]) => JSON.stringify(entry).length);
  expect(kept).toEqual([expect.any(Number)]);
  expect(Math.max(...kept)).toBeLessThan(200);
});

test("A zip with a directory of more than 8 MB is rejected before its entries are read", async () => {
  const read = vi.spyOn(ZipFile.prototype, "readEntry");
  onTestFinished(() => read.mockRestore());
  await expect(open(await commented(170))).rejects.toMatchObject({ code: "export-unreadable" });
  expect(read).not.toHaveBeenCalled();
});

test("A picture outside the account's folder is not part of the export", async () => {
  using archive = await open(
    await zipped({ "ada/shelv.json": ACCOUNT, [`eve/pictures/${SHA256}.webp`]: "x" }),
  );
  expect(archive.sizeOf(SHA256)).toBeNull();
});
