/** The build's last step, at the best compression. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const DIST = join(import.meta.dirname, "../dist");
const TEXTS = new Set([".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".wasm", ".webmanifest"]);
/** Larger ones get a faster quality: the best takes seconds per megabyte. */
const LARGE_BYTES = 1024 * 1024;

const entries = await readdir(DIST, { recursive: true, withFileTypes: true });
const texts = entries.filter((entry) => entry.isFile() && TEXTS.has(extname(entry.name)));
await Promise.all(texts.map((entry) => precompress(join(entry.parentPath, entry.name))));

async function precompress(path: string): Promise<void> {
  const plain = await readFile(path);
  const quality = plain.byteLength > LARGE_BYTES ? 6 : constants.BROTLI_MAX_QUALITY;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
