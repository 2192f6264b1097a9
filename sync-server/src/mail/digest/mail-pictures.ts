/**
 * Pictures are inside the mail: a mail program that loads nothing shows them, and no request says who reads
 * it. JPEG or PNG: Outlook on the desktop has no WebP.
 */
import type { MailAttachment } from "#mail/mailer";
import { MediaGone, type MediaStore } from "#pictures/storage/media-store";
import { loadSharp } from "#pictures/load-sharp";

const [WIDTH, HEIGHT] = [48, 52];
const DENSITY = 2;

export type MailPicture = MailAttachment & { width: number; height: number };

export async function mailPictures(
  files: Pick<MediaStore, "read">,
  shas: readonly (string | null)[],
): Promise<ReadonlyMap<string, MailPicture>> {
  const made = new Map<string, MailPicture>();
  for (const sha256 of new Set(shas)) {
    const webp = sha256 && (await files.read(sha256, "160.webp").catch(nullIfGone));
    if (sha256 && webp) made.set(sha256, await mailPicture(sha256, webp));
  }
  return made;
}

function nullIfGone(error: unknown): null {
  if (error instanceof MediaGone) return null;
  throw error;
}

async function mailPicture(sha256: string, webp: Uint8Array): Promise<MailPicture> {
  const sharp = await loadSharp();
  const { isOpaque } = await sharp(webp).stats();
  const sized = sharp(webp).resize({ width: WIDTH * DENSITY, height: HEIGHT * DENSITY, fit: "inside" });
  const encoded = isOpaque ? sized.jpeg({ quality: 82 }) : sized.png();
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return {
    cid: `${sha256.slice(0, 32)}@shelv`,
    bytes: data,
    type: isOpaque ? "image/jpeg" : "image/png",
    width: Math.max(1, Math.round(info.width / DENSITY)),
    height: Math.max(1, Math.round(info.height / DENSITY)),
  };
}
