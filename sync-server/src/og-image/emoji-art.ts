import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Image, loadImage } from "@napi-rs/canvas";

const { resolve } = createRequire(import.meta.url);
const SET = "@iconify-json/fluent-emoji-flat";
const DEFAULT_CODE = "1f517";

type Drawings = { codes: Record<string, string>; icons: Record<string, { body: string }> };
let drawings: Drawings | null = null;

/** A link's for an unknown emoji. */
export function emojiArt(emoji: string): Promise<Image> {
  const { codes, icons } = (drawings ??= {
    codes: read("chars.json") as Drawings["codes"],
    ...(read("icons.json") as Pick<Drawings, "icons">),
  });
  const name =
    codeOf(emoji)
      .map((code) => codes[code])
      .find((name) => name !== undefined && Object.hasOwn(icons, name)) ??
    codes[DEFAULT_CODE] ??
    "";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 32 32">${icons[name]?.body ?? ""}</svg>`;
  return loadImage(Buffer.from(svg));
}

const read = (file: string): unknown => JSON.parse(readFileSync(resolve(`${SET}/${file}`), "utf8"));

/** Complete, without variation selectors, and the first part. */
function codeOf(emoji: string): string[] {
  const points = Array.from(emoji, (character) => (character.codePointAt(0) ?? 0).toString(16));
  const plain = points.filter((point) => point !== "fe0f");
  return [points.join("-"), plain.join("-"), plain[0] ?? ""];
}
