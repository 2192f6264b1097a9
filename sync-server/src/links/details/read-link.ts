import type { LinkDetails } from "@shelv/contract/links/link-details";
import { isWebUrl } from "@shelv/contract/values/link-url";
import { Refusal } from "@shelv/contract/refusal";
import { Cookies } from "#outbound/cookies";
import {
  type Fetched,
  HTML_MAX_BYTES,
  type Outbound,
  refusalOfStatus,
  type Wanted,
} from "#outbound/outbound";
import type { PageReading } from "#links/details/page/choose-details";
import { cleanText, cutText } from "#links/details/page/clean-text";
import { knownOembed } from "./known-oembed.ts";
import type { PageReader } from "./page-reader.ts";
import type { PageType } from "#links/details/page/page-type";
import type { Oembed } from "#links/details/page/read-oembed";

export type LinkDeps = { outbound: Outbound; pageReader: PageReader };

export type LinkReading = Pick<PageReading, "details" | "images" | "icons" | "isSoldOut">;

type Asking = Pick<Wanted, "payer" | "signal" | "language" | "cookies">;

const ACCEPT_PAGE = "text/html, application/xhtml+xml;q=0.9, image/*;q=0.5, */*;q=0.4";
const OEMBED_MAX_BYTES = 64 * 1024;
const REFRESHES_AT_MOST = 2;

/**
 * All its requests share one deadline and their cookies. `language`: as browsers ask for it. Throws the
 * refusal that says why nothing could be read.
 */
export async function readLink(
  deps: LinkDeps,
  userId: string,
  url: string,
  { language }: Pick<Wanted, "language"> = {},
): Promise<LinkReading> {
  if (!isWebUrl(url)) throw new Refusal("link-without-page");
  const asking = { payer: userId, signal: deps.outbound.deadline(), language, cookies: new Cookies() };
  let address: string | URL = url;
  for (let refreshes = 0; ; refreshes += 1) {
    await using answer = await deps.outbound.fetch(address, {
      ...asking,
      accept: ACCEPT_PAGE,
      maxBytes: HTML_MAX_BYTES,
    });
    const read = await readAnswer(deps, answer, url, asking);
    if (read.refreshTo === null || refreshes === REFRESHES_AT_MOST) return read;
    address = read.refreshTo;
  }
}

async function readAnswer(
  deps: LinkDeps,
  answer: Fetched,
  asked: string,
  asking: Asking,
): Promise<LinkReading & { refreshTo: string | null }> {
  const { status, isChallenge, contentType, refresh, file } = answer;
  const { href } = answer.url;
  const refusal = refusalOfStatus(status) ?? (isChallenge ? new Refusal("link-walled") : null);
  const page = { file: file.path, contentType, refresh, address: href, asked };
  const read = refusal ? null : await deps.pageReader.read(page, asking.payer);
  if (read && read.kind === null && read.refreshTo === null) throw new Refusal("link-unreadable");
  if (read && read.kind !== "page")
    return { ...documentReading(answer, read.kind ?? "document"), refreshTo: read.refreshTo };
  const reading = read?.reading ?? null;
  const next = read?.refreshTo ?? null;
  if (reading && next !== null && isOnlyAStep(reading) && next !== href)
    return { ...reading, refreshTo: next };
  const isPoor =
    reading === null || reading.isWall || reading.details.title === null || reading.details.imageUrl === null;
  // What is known of the addresses before counts, wherever they led.
  const said = reading?.isWall === false ? reading.oembed : null;
  const more = isPoor
    ? await readMore(deps, said ?? knownOembed([asked, ...answer.via, href]), asking)
    : null;
  if (more && (more.title ?? more.imageUrl) !== null) return { ...merged(reading, more), refreshTo: null };
  if (refusal) throw refusal;
  if (!reading || reading.isWall) throw new Refusal("link-walled");
  if (answer.isCut && reading.details.title === null) throw new Refusal("link-too-large");
  if (
    reading.details.title === null &&
    reading.details.imageUrl === null &&
    reading.details.description === null
  )
    throw new Refusal("link-silent");
  return { ...reading, refreshTo: null };
}

/** A page that says something about itself is read, whatever it does later. */
const isOnlyAStep = ({ details: { imageUrl, price, description } }: PageReading) =>
  imageUrl === null && price === null && description === null;

/** For a picture, the image is the picture itself; for a document, the title is the name of its file. */
function documentReading({ url }: Fetched, kind: PageType["kind"]): LinkReading {
  const file = cutText(cleanText(decoded(url.pathname.split("/").at(-1) ?? "")), 200);
  const isPicture = kind === "picture";
  return {
    details: {
      title:
        (isPicture
          ? ""
          : file
              .replace(/\.pdf$/i, "")
              .replaceAll(/[_-]+/g, " ")
              .trim()) || null,
      description: null,
      siteName: null,
      price: null,
      imageUrl: isPicture ? url.href : null,
      canonicalUrl: null,
      icon: null,
      color: null,
    },
    images: isPicture ? [url.href] : [],
    icons: [],
    isSoldOut: null,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** If the page's oEmbed answer fails, the page alone counts. */
async function readMore({ outbound, pageReader }: LinkDeps, address: string | null, asking: Asking) {
  if (address === null) return null;
  try {
    await using answer = await outbound.fetch(address, {
      ...asking,
      accept: "application/json",
      maxBytes: OEMBED_MAX_BYTES,
    });
    const { status, isCut, file } = answer;
    return status === 200 && !isCut ? await pageReader.oembed(file.path, asking.payer) : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** A wall in front of the real page says nothing about it. */
function merged(reading: PageReading | null, more: Oembed): LinkReading {
  const page = reading && !reading.isWall ? reading : null;
  const details: LinkDetails = {
    title: page?.details.title ?? more.title,
    description: page?.details.description ?? more.description,
    siteName: page?.details.siteName ?? more.siteName,
    price: page?.details.price ?? null,
    imageUrl: page?.details.imageUrl ?? more.imageUrl,
    canonicalUrl: page?.details.canonicalUrl ?? null,
    icon: page?.details.icon ?? null,
    color: page?.details.color ?? null,
  };
  return {
    details,
    images: [...(page?.images ?? []), ...(more.imageUrl === null ? [] : [more.imageUrl])],
    icons: page?.icons ?? [],
    isSoldOut: page?.isSoldOut ?? null,
  };
}
