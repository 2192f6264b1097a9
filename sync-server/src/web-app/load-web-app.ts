/**
 * The web app's files, read once at the start, with the build's compressed forms: only a large file needs the
 * disk.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join, sep } from "node:path";

type Bytes = Uint8Array<ArrayBuffer>;

/** The code and the model that remove backgrounds have 26 MB in all, and a browser loads them once. */
const IN_MEMORY_MAX_BYTES = 1024 * 1024;

export type Content = Bytes | { onDisk: string; length: number };

export type BuiltFile = {
  type: string;
  etag: string;
  plain: Content;
  /** Null if the build made none: pictures and fonts are compressed. */
  brotli: Content | null;
  gzip: Content | null;
};

export type WebApp = ReadonlyMap<string, BuiltFile>;

export async function loadWebApp(folder: string): Promise<WebApp> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, Content]> => [pathOf(name, folder), await contentOf(name)]),
    ),
  );
  const paths = [...contents.keys()].filter((path) => !(path.endsWith(".br") || path.endsWith(".gz")));
  return new Map(
    await Promise.all(
      paths.map(async (path): Promise<[string, BuiltFile]> => [path, await builtFile(path, contents)]),
    ),
  );
}

const pathOf = (name: string, folder: string): string =>
  name.slice(folder.length).split(sep).join("/").replace(/^\/*/, "/");

async function contentOf(name: string): Promise<Content> {
  const { size } = await stat(name);
  return size > IN_MEMORY_MAX_BYTES ? { onDisk: name, length: size } : new Uint8Array(await readFile(name));
}

/** @throws if it is on the disk: pages are small. */
export function textOf({ plain }: BuiltFile): string {
  if (!(plain instanceof Uint8Array)) throw new Error(`${plain.onDisk} is too large for a page`);
  return new TextDecoder().decode(plain);
}

export async function etagOf(content: Content): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of content instanceof Uint8Array ? [content] : createReadStream(content.onDisk))
    hash.update(piece as Uint8Array);
  return `"${hash.digest("base64url").slice(0, 22)}"`;
}

async function builtFile(path: string, contents: ReadonlyMap<string, Content>): Promise<BuiltFile> {
  const plain = contents.get(path) ?? new Uint8Array();
  return {
    type: TYPES[extname(path)] ?? "application/octet-stream",
    etag: await etagOf(plain),
    plain,
    brotli: contents.get(`${path}.br`) ?? null,
    gzip: contents.get(`${path}.gz`) ?? null,
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
