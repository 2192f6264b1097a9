/** Stores a page's picture as the owner's own: the best that can be stored, else the icon on a card. */
import { Refusal } from "@shelv/contract/refusal";
import { chargeFailure, sha256Of, type StoreDeps, storeEncoded, storePicture } from "#pictures/store-picture";
import {
  type Fetched,
  type Outbound,
  PICTURE_MAX_BYTES,
  refusalOfStatus,
  type Wanted,
} from "#outbound/outbound";

export type LinkPictureDeps = StoreDeps & { outbound: Outbound };
export type LinkPicture = { picture: string; isIcon: boolean };
type Sources = { images: readonly string[]; icons: readonly string[]; color: string | null };

const ACCEPT = "image/avif, image/webp, image/svg+xml, image/*;q=0.8, */*;q=0.1";
const ICON_MAX_BYTES = 1024 * 1024;
/** Smaller pictures are buttons and pixels. */
const SIDE_MIN_PX = 80;
const TRIES_AT_MOST = 3;

/**
 * Null if nothing fits. Throws what the account or the server refuses, such as full storage. `mayWait`: in
 * the queue, for jobs.
 */
export async function storeLinkPicture(
  deps: LinkPictureDeps,
  userId: string,
  { images, icons, color }: Sources,
  { mayWait = false } = {},
): Promise<LinkPicture | null> {
  const { outbound } = deps;
  const signal = outbound.deadline();
  const fetched = (url: string, maxBytes: number) =>
    download(outbound, url, { payer: userId, maxBytes, signal });
  const picture = await firstOf(images, async (url) => {
    await using answer = await fetched(url, PICTURE_MAX_BYTES);
    const { file, contentType } = answer;
    const linked = { path: file.path, contentType };
    const encode = () => deps.pictureEncoder.encodeLinked(linked, SIDE_MIN_PX);
    await storeEncoded(deps, { userId, sha256: file.sha256, bytes: file.bytes, mayWait, encode });
    return file.sha256;
  });
  if (picture !== null) return { picture, isIcon: false };
  const card = await firstOf(icons, async (url) => {
    await using answer = await fetched(url, ICON_MAX_BYTES);
    const icon = { path: answer.file.path, contentType: answer.contentType };
    const draw = () => deps.pictureEncoder.card(icon, color);
    const charged = () => chargeFailure(deps, userId, draw);
    const bytes = await deps.pictureQueue.run(charged, { payer: userId, mayWait });
    const sha256 = sha256Of(bytes);
    await storePicture(deps, { userId, sha256, bytes, mayWait });
    return sha256;
  });
  return card === null ? null : { picture: card, isIcon: true };
}

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
): Promise<Fetched> {
  const answer = await outbound.fetch(url, { accept: ACCEPT, ...wanted });
  const refusal = answer.isCut ? new Refusal("link-too-large") : refusalOfStatus(answer.status);
  if (!refusal) return answer;
  await answer[Symbol.asyncDispose]();
  throw refusal;
}
