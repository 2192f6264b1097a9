/**
 * Pictures of links may have types that browsers show and that owners do not upload: AVIF, ICO and SVG. They are
 * decoded in the encoder's process.
 */
import { setTimeout } from "node:timers/promises";
import { Refusal } from "@shelv/contract/refusal";
import decodeIco from "decode-ico";
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";

const PIXELS_AT_MOST = 16 * 1024 * 1024;
const SVG_PX = 1024;
const ICONS_AT_MOST = 64;
const LOADERS = {
  avif: { operation: ["VipsForeignLoadHeifBuffer"], withinMs: 5000 },
  svg: { operation: ["VipsForeignLoadSvgBuffer"], withinMs: 3000 },
};

/**
 * The picture in a type of uploads: as it is, or as a PNG. The bytes decide its type, but for SVG, which is a
 * text: there the site decides, as in browsers.
 */
export async function asUploadType(bytes: Uint8Array, contentType: string): Promise<Uint8Array> {
  const sniffed = (await fileTypeFromBuffer(bytes))?.mime;
  try {
    if (sniffed === "image/avif") return await pngOf(bytes, "avif");
    if (sniffed === "image/x-icon") return await pngOfIco(bytes);
    const isText = sniffed === undefined || sniffed === "application/xml";
    if (isText && /^\s*image\/svg\+xml\s*(?:;|$)/i.test(contentType)) return await pngOf(bytes, "svg");
    return bytes;
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal("picture-missing");
  }
}

/** The decoder can be used only here: uploads have other types. */
async function pngOf(bytes: Uint8Array, type: keyof typeof LOADERS): Promise<Uint8Array> {
  const { operation, withinMs } = LOADERS[type];
  const decoded = async () => {
    const picture = sharp(bytes, { limitInputPixels: PIXELS_AT_MOST, ...(await scaleOf(bytes, type)) });
    return picture.png({ compressionLevel: 1 }).toBuffer();
  };
  const overdue = async () => {
    await setTimeout(withinMs);
    throw new Refusal("picture-too-heavy");
  };
  sharp.unblock({ operation });
  try {
    // sharp's own timeout does not stop a drawing: after this refusal the process is ended.
    return await Promise.race([decoded(), overdue()]);
  } finally {
    sharp.block({ operation });
  }
}

/** A drawing has no size of its own: it is drawn as large as a picture. */
async function scaleOf(bytes: Uint8Array, type: keyof typeof LOADERS): Promise<{ density?: number }> {
  if (type !== "svg") return {};
  const { width, height, density = 72 } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return { density: Math.min(Math.max((density * SVG_PX) / Math.max(width, height), 1), 10_000) };
}

/** The largest picture in an ICO file. */
async function pngOfIco(bytes: Uint8Array): Promise<Uint8Array> {
  if (new DataView(bytes.buffer, bytes.byteOffset).getUint16(4, true) > ICONS_AT_MOST)
    throw new Refusal("picture-too-heavy");
  const [best] = decodeIco(bytes).toSorted((a, b) => b.width - a.width || b.bpp - a.bpp);
  if (!best) throw new Refusal("picture-missing");
  if (best.type === "png") return best.data;
  const { width, height } = best;
  return sharp(best.data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
