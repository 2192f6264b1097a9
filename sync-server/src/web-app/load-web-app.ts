/** The built web app, read once at start and kept as ready-made bytes: a request costs no disk and no compression. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

type Bytes = Uint8Array<ArrayBuffer>;

export type BuiltFile = {
  type: string;
  etag: string;
  plain: Bytes;
  /** Null where compressing gains nothing: pictures and fonts are compressed already. */
  brotli: Bytes | null;
  gzip: Bytes | null;
};

/** By path, "/assets/index-1a2b.js". */
export type WebApp = ReadonlyMap<string, BuiltFile>;

/** Everything below the folder; empty where the web app is not built. */
export async function loadWebApp(folder: string): Promise<WebApp> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(names.map(async (name): Promise<[string, BuiltFile]> => {
    const path = name.slice(folder.length).split(sep).join("/").replace(/^\/*/, "/");
    return [path, await builtFile(path, new Uint8Array(await readFile(name)))];
  })));
}

async function builtFile(path: string, plain: Bytes): Promise<BuiltFile> {
  const [type, isText] = TYPES[extname(path)] ?? ["application/octet-stream", false];
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  if (!isText) return { type, etag, plain, brotli: null, gzip: null };
  const [br, gz] = await Promise.all([
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: plain.byteLength > LARGE_BYTES ? 6 : 11 } }),
    compressGzip(plain, { level: 9 }),
  ]);
  return { type, etag, plain, brotli: new Uint8Array(br), gzip: new Uint8Array(gz) };
}

/** The best compression takes seconds a megabyte: what is this large gets a quicker one, so that a start stays short. */
const LARGE_BYTES = 1024 * 1024;

const compressBrotli = promisify<Bytes, object, Buffer>(brotliCompress);
const compressGzip = promisify<Bytes, object, Buffer>(gzip);

const TYPES: Record<string, [type: string, isText: boolean]> = {
  ".css": ["text/css; charset=utf-8", true],
  ".html": ["text/html; charset=utf-8", true],
  ".ico": ["image/x-icon", false],
  ".jpg": ["image/jpeg", false],
  ".js": ["text/javascript; charset=utf-8", true],
  ".json": ["application/json", true],
  ".mjs": ["text/javascript; charset=utf-8", true],
  ".png": ["image/png", false],
  ".svg": ["image/svg+xml", true],
  ".txt": ["text/plain; charset=utf-8", true],
  ".wasm": ["application/wasm", true],
  ".webmanifest": ["application/manifest+json", true],
  ".webp": ["image/webp", false],
  ".woff2": ["font/woff2", false],
};
