/**
 * Read once at the start: a request needs no disk and no compression. The build stores compressed forms
 * beside each text.
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";

type Bytes = Uint8Array<ArrayBuffer>;

export type BuiltFile = {
  type: string;
  etag: string;
  plain: Bytes;
  /** Null if the build made none: pictures and fonts are compressed. */
  brotli: Bytes | null;
  gzip: Bytes | null;
};

/** By path, "/assets/index-1a2b.js". */
export type WebApp = ReadonlyMap<string, BuiltFile>;

/** Empty if the web app is not built. */
export async function loadWebApp(folder: string): Promise<WebApp> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const bytes = new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, Bytes]> => [
        pathOf(name, folder),
        new Uint8Array(await readFile(name)),
      ]),
    ),
  );
  const paths = [...bytes.keys()].filter((path) => !(path.endsWith(".br") || path.endsWith(".gz")));
  return new Map(paths.map((path) => [path, builtFile(path, bytes)]));
}

const pathOf = (name: string, folder: string): string =>
  name.slice(folder.length).split(sep).join("/").replace(/^\/*/, "/");

export const etagOf = (plain: Bytes): string =>
  `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;

function builtFile(path: string, bytes: ReadonlyMap<string, Bytes>): BuiltFile {
  const plain = bytes.get(path) ?? new Uint8Array();
  const etag = etagOf(plain);
  const type = TYPES[extname(path)] ?? "application/octet-stream";
  return {
    type,
    etag,
    plain,
    brotli: bytes.get(`${path}.br`) ?? null,
    gzip: bytes.get(`${path}.gz`) ?? null,
  };
}

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
