import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PICTURE_FILES, type PictureFile } from "@shelv/contract/rows/picture";
import { expect, onTestFinished, test } from "vitest";
import { readSettings } from "#settings";
import { S3TestServer } from "./testing/s3-test-server.ts";
import { failFileCall } from "#testing/fail-file-call";
import { FolderStore } from "./folder-store.ts";
import { type MediaStore, PART_BYTES } from "./media-store.ts";
import { PART_BYTES as BUCKET_PART_BYTES } from "./s3-store.ts";
import { openMediaStoreNow } from "./open-media-store.ts";

async function folder() {
  const path = await mkdtemp(join(tmpdir(), "shelv-media-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  const store: MediaStore = await FolderStore.open(path);
  onTestFinished(() => store.close());
  return { store, wait: () => {}, path };
}

async function bucket() {
  const s3 = await S3TestServer.start();
  const store = await openMediaStoreNow(readSettings(s3.env()), "/nowhere");
  return { store, wait: () => s3.ageObjects() };
}

const VISITOR = { payer: "198.51.100" };
const shaOf = (name: string) => createHash("sha256").update(name).digest("hex");
const filesOf = (name: string) =>
  PICTURE_FILES.map((file) => ({ name: file, bytes: Buffer.from(`${name} ${file}`) }));

async function listed(store: MediaStore, atOnce: number): Promise<string[][]> {
  const batches: string[][] = [];
  for await (const batch of store.all(atOnce)) batches.push(batch);
  return batches;
}

test.each([
  ["folder", folder],
  ["bucket", bucket],
] as const)("A %s stores pictures, returns, counts, lists and deletes them", async (_, open) => {
  const { store, wait } = await open();
  await store.tryAll();
  const shas = Array.from({ length: 7 }, (_each, at) => shaOf(`${at}`)).toSorted();
  const [first = "", ...others] = shas;
  expect([
    await store.has(first),
    await store.read(first, "160.webp"),
    await store.storedBytes(first),
  ]).toEqual([false, null, 0]);
  await store.remove(first);

  for (const sha256 of shas) await store.write(sha256, filesOf(sha256));
  expect(await store.has(first)).toBe(true);
  for (const file of PICTURE_FILES)
    expect((await store.read(first, file))?.toString()).toBe(`${first} ${file}`);
  const bytes = filesOf(first).reduce((sum, file) => sum + file.bytes.byteLength, 0);
  expect(await store.storedBytes(first)).toBe(bytes);

  wait();
  const batches = await listed(store, 3);
  expect(batches.map(({ length }) => length)).toEqual([3, 3, 1]);
  expect(batches.flat().toSorted()).toEqual(shas);

  await store.write(first, filesOf("again").slice(-1));
  expect((await store.read(first, "original.webp"))?.toString()).toBe("again original.webp");
  await store.remove(first);
  expect([
    await store.has(first),
    await store.read(first, "640.webp"),
    await store.storedBytes(first),
  ]).toEqual([false, null, 0]);
  expect((await listed(store, 100)).flat().toSorted()).toEqual(others);
});

test("A crash while a picture is removed leaves none of it, and the next upload stores it whole", async () => {
  const { store, path } = await folder();
  const sha256 = shaOf("mug");
  await store.write(sha256, filesOf("mug"));
  const { restore } = failFileCall("rm", 1);
  await expect(store.remove(sha256)).rejects.toThrow("EIO");
  restore();
  expect([await store.has(sha256), await store.read(sha256, "320.webp")]).toEqual([false, null]);
  await store.write(sha256, filesOf("mug"));
  await store.removeUnfinished();
  expect([await store.has(sha256), (await readdir(join(path, "media"))).length]).toEqual([true, 1]);
});

test.each(PICTURE_FILES)("A picture in a folder that lacks %s is not stored", async (file) => {
  const { store, path } = await folder();
  const sha256 = shaOf("mug");
  await store.write(
    sha256,
    filesOf("mug").filter(({ name }) => name !== file),
  );
  expect(await store.has(sha256)).toBe(false);
  await store.write(
    sha256,
    filesOf("moving").filter(({ name }) => !name.endsWith(".avif")),
  );
  expect([await store.has(sha256), await readdir(join(path, "media"))]).toEqual([true, [sha256.slice(0, 2)]]);
});

test("Once another folder is in its place, a picture is not stored in it", async () => {
  const { store, path } = await folder();
  const media = join(path, "media");
  const write = () => store.write(shaOf("mug"), filesOf("mug"));
  const sentence = "The folder of pictures is not the one of the start: its disk may have been unmounted.";
  await rename(media, join(path, "away"));
  await expect(write()).rejects.toThrow(sentence);
  await mkdir(media);
  for (const act of [write, () => store.tryAll(), () => store.mark("this")])
    await expect(act()).rejects.toThrow(sentence);
  expect(await readdir(media)).toEqual([]);
  await rm(media, { recursive: true });
  await rename(join(path, "away"), media);
  await write();
});

test("A picture in a bucket is read as it is sent, in parts, and never mixed with another of its name", async () => {
  const s3 = await S3TestServer.start();
  const store = await openMediaStoreNow(readSettings(s3.env()), "/nowhere");
  const sha256 = shaOf("large");
  const write = (text: string) =>
    store.write(sha256, [{ name: "320.webp", bytes: Buffer.alloc(1_000_000, text) }]);
  const open = async () => {
    const opened = await store.open(sha256, "320.webp", VISITOR);
    return { size: opened?.size, body: opened?.body as ReadableStream<Uint8Array> };
  };
  await write("one");
  const [sentBefore, { size, body }] = [s3.sentBytes, await open()];
  expect([size, s3.sentBytes - sentBefore]).toEqual([1_000_000, BUCKET_PART_BYTES]);
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  expect(Buffer.concat(parts).equals(Buffer.alloc(1_000_000, "one"))).toBe(true);
  expect(Math.max(...parts.map(({ byteLength }) => byteLength))).toBe(BUCKET_PART_BYTES);

  const reader = (await open()).body.getReader();
  await reader.read();
  await write("two");
  await expect(reader.read()).rejects.toThrow("changed while it was sent");

  const again = (await open()).body.getReader();
  await again.read();
  s3.knowsRanges = false;
  await expect(again.read(), "a store that begins anew").rejects.toThrow("changed while it was sent");
});

test("A picture in a folder is read as it is sent, in parts, and not before", async () => {
  const { store, path } = await folder();
  const sha256 = shaOf("large");
  const bytes = Buffer.alloc(1_000_000, "picture ");
  await store.write(
    sha256,
    PICTURE_FILES.map((name) => ({ name, bytes })),
  );
  const streamOf = async (file: PictureFile) =>
    (await store.open(sha256, file, VISITOR))?.body as ReadableStream<Uint8Array>;
  const parts: Uint8Array[] = [];
  for await (const part of await streamOf("original.webp")) parts.push(part);
  const size = (await store.open(sha256, "original.webp", VISITOR))?.size;
  expect([size, Buffer.concat(parts).equals(bytes)]).toEqual([bytes.byteLength, true]);
  expect(Math.max(...parts.map(({ byteLength }) => byteLength))).toBeLessThanOrEqual(PART_BYTES);
  expect(await store.open(shaOf("none"), "original.webp", VISITOR)).toBeNull();
  const waiting = await streamOf("320.webp");
  await rm(join(path, "media"), { recursive: true });
  await expect(waiting.getReader().read()).rejects.toThrow("ENOENT");
});
