import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { DamagedBody } from "./content-decoder.ts";
import { readBounded } from "./read-bounded.ts";

const PAGE = `<title>Title</title>${Array.from({ length: 500 }, (_, at) => `<p>${at}</p>`).join("")}`;
const MAX_BYTES = 1024 * 1024;
async function read(chunks: readonly Buffer[], encoding: string) {
  const pieces: Buffer[] = [];
  const body = Readable.from(chunks, { objectMode: false });
  const take = (piece: Buffer) => void pieces.push(piece);
  const found = await readBounded(body, { encoding, maxBytes: MAX_BYTES, take });
  return found && { ...found, bytes: Buffer.concat(pieces) };
}

async function readWhole(...of: Parameters<typeof read>) {
  const found = await read(...of);
  assert(found);
  return found;
}

const flipped = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(copy.length + at) ^ 0xff, copy.length + at);
  return copy;
};
const GARBAGE = Buffer.from([0x1f, 0x8b, 1, 2, 3]);
const NAMED = Buffer.concat([
  Buffer.from([0x1f, 0x8b, 8, 2 + 4 + 8 + 16, 0, 0, 0, 0, 0, 3, 2, 0, 9, 9]),
  Buffer.from("name\0comment\0xx"),
  deflateRawSync(PAGE),
]);

test.each<[what: string, encoding: string, body: Buffer]>([
  ["gzip", "gzip", gzipSync(PAGE)],
  ["gzip with every part of a header", "X-Gzip", NAMED],
  ["deflate with a header", "deflate", deflateSync(PAGE)],
  ["deflate without a header", "deflate", deflateRawSync(PAGE)],
  ["Brotli", "br", brotliCompressSync(PAGE)],
  ["two layers", "deflate, gzip", gzipSync(deflateSync(PAGE))],
  ["garbage after gzip", "gzip", Buffer.concat([gzipSync(PAGE), GARBAGE])],
  ["garbage after deflate", "deflate", Buffer.concat([deflateSync(PAGE), GARBAGE])],
  ["a wrong checksum", "gzip", flipped(gzipSync(PAGE), -5)],
  ["a length without its last bytes", "gzip", gzipSync(PAGE).subarray(0, -6)],
  ["UTF-8 as an encoding", "UTF-8", Buffer.from(PAGE)],
  ["no encoding by name", "none", Buffer.from(PAGE)],
  ["identity", "identity", Buffer.from(PAGE)],
])("A body is read whole: %s, in one piece or byte by byte", async (_, encoding, body) => {
  for (const chunks of [[body], Array.from(body, (byte) => Buffer.from([byte]))])
    expect((await read(chunks, encoding))?.bytes.toString()).toBe(PAGE);
});

test.each([
  ["gzip", gzipSync(PAGE)],
  ["deflate", deflateSync(PAGE)],
])("A page in one piece of %s whose end is damaged can be read up to there", async (encoding, body) => {
  const damaged = Buffer.concat([body.subarray(0, -200), Buffer.alloc(200, 0xff)]);
  const { bytes, isCut } = await readWhole([damaged], encoding);
  expect(PAGE.startsWith(bytes.toString().slice(0, 500))).toBe(true);
  expect([bytes.length > 500, isCut]).toEqual([true, false]);
});

test.each([
  ["gzip", "hello"],
  ["gzip", "\u001F\u008B"],
])("What claims %s and is something else is an error: %j", async (encoding, body) => {
  await expect(read([Buffer.from(body, "latin1")], encoding)).rejects.toThrow(DamagedBody);
});

const EMPTY_BLOCKS = Buffer.alloc(5 * 1_000_000, Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff]));
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

test("Of gzip in gzip, the middle layer counts too: 5 MB of empty blocks are not decoded", async () => {
  const body = gzipSync(Buffer.concat([GZIP_HEADER, EMPTY_BLOCKS]));
  expect(body.length).toBeLessThan(MAX_BYTES / 20);
  expect(await read([body], "gzip, gzip")).toEqual({ bytes: Buffer.alloc(0), isCut: true });
});

test("A body in very many chunks is cut, unless they have some length", async () => {
  const chunks = (length: number, bytes: number) => Array.from({ length }, () => Buffer.alloc(bytes, "a"));
  const short = await readWhole(chunks(20_000, 1), "");
  expect([short.bytes.length, short.isCut]).toEqual([8322, true]);
  const long = await readWhole(chunks(20_000, 50), "");
  expect([long.bytes.length, long.isCut]).toEqual([1_000_000, false]);
});

test("Two layers of Brotli, which need a large window each, are not read", async () => {
  expect(await read([brotliCompressSync(brotliCompressSync(PAGE))], "br, br")).toBeNull();
});

test("More than two layers are not read", async () => {
  expect(await read([Buffer.from(PAGE)], "gzip, gzip, gzip")).toBeNull();
});
