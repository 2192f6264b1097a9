import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { RenderedScene } from "./scene.ts";

const MOST_PX = 1200;

export async function* photographs(folder: string): AsyncGenerator<RenderedScene & { name: string }> {
  const files = new Set(await readdir(folder));
  const names = [...files]
    .filter((file) => file.endsWith(".jpg"))
    .map((file) => file.slice(0, -".jpg".length));
  for (const name of names.filter((name) => files.has(`${name}.mask.png`))) {
    const { data, info } = await sharp(join(folder, `${name}.jpg`))
      .rotate()
      .resize(MOST_PX, MOST_PX, { fit: "inside", withoutEnlargement: true })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const mask = await sharp(join(folder, `${name}.mask.png`))
      .resize(width, height, { fit: "fill" })
      .greyscale()
      .extractChannel(0)
      .raw()
      .toBuffer();
    yield { name, width, height, rgba: new Uint8Array(data), mask: new Uint8Array(mask) };
  }
}
