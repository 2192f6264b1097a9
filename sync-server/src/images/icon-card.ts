import { Refusal } from "@shelv/contract/refusal";
import { fileTypeFromBuffer } from "file-type";
import { loadSharp } from "./load-sharp.ts";

const CARD_PX = 640;
const ICON_PX = 256;
const ICON_MIN_PX = 24;
const ICON_MAX_PIXELS = 4 * 1024 * 1024;
const NEUTRAL = "#f1f3f5";
const TYPES = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

/** A site's icon in the middle of a card in its colour ("#rrggbb"), as a PNG. */
export async function iconCard(file: Uint8Array, color: string | null): Promise<Uint8Array> {
  const icon = pngInIco(Buffer.from(file)) ?? file;
  if (!TYPES.has((await fileTypeFromBuffer(icon))?.mime ?? "")) throw new Refusal("wrong-media-type");
  try {
    const sharp = await loadSharp();
    const { width, height } = await sharp(icon, { limitInputPixels: ICON_MAX_PIXELS }).metadata();
    if (Math.min(width, height) < ICON_MIN_PX) throw new Refusal("picture-missing");
    const kernel = Math.max(width, height) < ICON_PX / 2 ? "nearest" : "lanczos3";
    const drawn = await sharp(icon, { limitInputPixels: ICON_MAX_PIXELS })
      .resize({ width: ICON_PX, height: ICON_PX, fit: "contain", kernel, background: "#00000000" })
      .png()
      .timeout({ seconds: 5 })
      .toBuffer();
    const card = { width: CARD_PX, height: CARD_PX, channels: 3, background: color ?? NEUTRAL } as const;
    return await sharp({ create: card })
      .composite([{ input: drawn }])
      .png()
      .toBuffer();
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal("picture-missing");
  }
}

/** The largest PNG in an ICO file; null without one. */
function pngInIco(bytes: Buffer): Buffer | null {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== 0x0001_0000) return null;
  let best: Buffer | null = null;
  const count = Math.min(bytes.readUInt16LE(4), 64);
  for (let at = 6; at < 6 + count * 16 && at + 16 <= bytes.length; at += 16) {
    const from = bytes.readUInt32LE(at + 12);
    const image = bytes.subarray(from, Math.min(from + bytes.readUInt32LE(at + 8), bytes.length));
    const isPng = image.length > 8 && image.readUInt32BE(0) === 0x8950_4e47;
    if (isPng && image.length > (best?.length ?? 0)) best = image;
  }
  return best;
}
