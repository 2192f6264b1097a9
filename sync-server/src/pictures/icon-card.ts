import { Refusal } from "@shelv/contract/refusal";
import { fileTypeFromBuffer } from "file-type";
import { asUploadType } from "./link-picture-type.ts";
import { loadSharp } from "./load-sharp.ts";

const CARD_PX = 640;
const ICON_PX = 256;
const ICON_MIN_PX = 24;
const ICON_MAX_PIXELS = 4 * 1024 * 1024;
const NEUTRAL = "#f1f3f5";
const TYPES = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

export async function iconCard(
  file: Uint8Array,
  { contentType, color }: { contentType: string; color: string | null },
): Promise<Uint8Array> {
  const icon = await asUploadType(file, contentType);
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
