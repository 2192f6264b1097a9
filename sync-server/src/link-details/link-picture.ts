/**
 * Stores a page's picture as one of the owner's own: the best that can be stored, else the icon on a card.
 */
import { Refusal } from "@shelv/contract/refusal";
import { pictureShapes } from "#database/rows/pictures";
import { sha256Of, type StoreDeps, storePicture } from "#images/store-picture";
import { type Outbound, PICTURE_MAX_BYTES, refusalOfStatus, type Wanted } from "#outbound/outbound";

export type LinkPictureDeps = StoreDeps & { outbound: Outbound };
export type LinkPicture = { picture: string; isIcon: boolean };
type Sources = { images: readonly string[]; icons: readonly string[]; color: string | null };

const ACCEPT = "image/webp, image/jpeg, image/png, image/gif, */*;q=0.1";
const ICON_MAX_BYTES = 1024 * 1024;
/** Smaller pictures are buttons and pixels. */
const SIDE_MIN_PX = 80;
const TRIES_AT_MOST = 3;

/**
 * Stores the picture; null if nothing fits. Throws what the account or the server refuses, such as full
 * storage. `mayWait`: in the queue, for jobs.
 */
export async function storeLinkPicture(
  deps: LinkPictureDeps,
  userId: string,
  { images, icons, color }: Sources,
  { mayWait = false } = {},
): Promise<LinkPicture | null> {
  const { outbound } = deps;
  const signal = outbound.deadline();
  const stored = async (bytes: Uint8Array) => {
    const sha256 = sha256Of(bytes);
    await storePicture(deps, { userId, sha256, bytes, maxBytes: PICTURE_MAX_BYTES, mayWait });
    return sha256;
  };
  const picture = await firstOf(images, async (url) => {
    const sha256 = await stored(
      await download(outbound, url, { payer: userId, maxBytes: PICTURE_MAX_BYTES, signal }),
    );
    const shape = (await pictureShapes(deps.db.reader, userId, [sha256])).get(sha256);
    return shape && Math.min(shape.width, shape.height) >= SIDE_MIN_PX ? sha256 : null;
  });
  if (picture !== null) return { picture, isIcon: false };
  const card = await firstOf(icons, async (url) => {
    const icon = await download(outbound, url, { payer: userId, maxBytes: ICON_MAX_BYTES, signal });
    return stored(
      await deps.pictureQueue.run(() => deps.pictureEncoder.card(icon, color), { payer: userId, mayWait }),
    );
  });
  return card === null ? null : { picture: card, isIcon: true };
}

/** The first picture that can be fetched and decoded. */
async function firstOf(
  urls: readonly string[],
  take: (url: string) => Promise<string | null>,
): Promise<string | null> {
  for (const url of urls.slice(0, TRIES_AT_MOST)) {
    try {
      const taken = await take(url);
      if (taken !== null) return taken;
    } catch (error) {
      if (!isOfThePicture(error)) throw error;
    }
  }
  return null;
}

const isOfThePicture = (error: unknown) =>
  error instanceof Refusal && /^(?:link-|picture-|wrong-media-type$|too-large$)/.test(error.code);

async function download(
  outbound: Outbound,
  url: string,
  wanted: Pick<Wanted, "payer" | "maxBytes" | "signal">,
): Promise<Buffer> {
  const answer = await outbound.fetch(url, { accept: ACCEPT, ...wanted });
  const refusal = refusalOfStatus(answer.status);
  if (refusal) throw refusal;
  if (answer.isCut) throw new Refusal("link-too-large");
  return answer.bytes;
}
