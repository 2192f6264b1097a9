import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PAGE_FONTS } from "@shelv/public-page/look/page-font";
import type { Hono } from "hono";

const HEADERS = { "Content-Type": "font/woff2", "Cache-Control": "public, max-age=31536000, immutable" };

/** From their packages, at the first request. */
export function serveFonts(app: Hono): void {
  for (const { path, subset } of PAGE_FONTS) {
    let file: Promise<Uint8Array<ArrayBuffer>> | null = null;
    app.get(path, async (c) => c.body(await (file ??= readFont(subset)), 200, HEADERS));
  }
}

async function readFont(subset: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await readFile(
      createRequire(import.meta.url).resolve(
        `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`,
      ),
    ),
  );
}
