/**
 * Pictures are inside the mail: programs that load nothing show them, and no request says who reads it. JPEG
 * or PNG: Outlook on the desktop has no WebP.
 */
import type { ObjectName } from "@shelv/contract/values/object-name";
import { objectHue } from "@shelv/public-page/look/palette";
import { objectFile } from "@shelv/public-page/objects/object-file.tsx";
import { lookVariables } from "@shelv/public-page/styles/look/look-variables";
import { tintOf } from "@shelv/public-page/text/hash";
import type { MailAttachment } from "#mail/mailer";
import { MediaGone, type MediaStore } from "#pictures/storage/media-store";
import { loadSharp } from "#pictures/load-sharp";

const [WIDTH, HEIGHT] = [48, 52];
const DENSITY = 2;

export type MailPicture = MailAttachment & { width: number; height: number };

type PicturedItem = { id: string; picture: string | null; emoji: string; object: ObjectName };

/** By item: its picture, else its drawn object, unless it has an emoji. */
export async function mailPictures(
  files: Pick<MediaStore, "read">,
  items: readonly PicturedItem[],
): Promise<ReadonlyMap<string, MailPicture>> {
  const made = new Map<string, MailPicture>();
  const ofItems = new Map<string, MailPicture>();
  for (const { id, picture, emoji, object } of items) {
    const webp = picture === null ? null : await files.read(picture, "160.webp").catch(nullIfGone);
    const name = picture !== null && webp ? picture : emoji === "" ? `${object}-${tintOf(id)}` : null;
    if (name === null) continue;
    const mailed = made.get(name) ?? (await mailPicture(name, webp ?? drawing(object, tintOf(id))));
    made.set(name, mailed);
    ofItems.set(id, mailed);
  }
  return ofItems;
}

function drawing(name: ObjectName, tint: number): Uint8Array {
  const hue = objectHue(lookVariables("light")[`tint-${tint}`] ?? "#ffffff");
  return Buffer.from(objectFile(name, hue));
}

function nullIfGone(error: unknown): null {
  if (error instanceof MediaGone) return null;
  throw error;
}

/** `file`: WebP or SVG. */
async function mailPicture(name: string, file: Uint8Array): Promise<MailPicture> {
  const sharp = await loadSharp();
  const { isOpaque } = await sharp(file).stats();
  const sized = sharp(file, { density: 144 }).resize({
    width: WIDTH * DENSITY,
    height: HEIGHT * DENSITY,
    fit: "inside",
  });
  const encoded = isOpaque ? sized.jpeg({ quality: 82 }) : sized.png();
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return {
    cid: `${name.slice(0, 32)}@shelv`,
    bytes: data,
    type: isOpaque ? "image/jpeg" : "image/png",
    width: Math.max(1, Math.round(info.width / DENSITY)),
    height: Math.max(1, Math.round(info.height / DENSITY)),
  };
}
