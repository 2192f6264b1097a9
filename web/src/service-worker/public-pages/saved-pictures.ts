/** Newest last. Addresses contain a hash, so that nothing is stale. */
import { isOurs } from "@shelv/contract/answer-origin";
import { PICTURE_FILES, pictureFileTag } from "@shelv/contract/rows/picture";
import pLimit from "p-limit";
import { SERVER_PATHS } from "@shelv/contract/paths";
import { BoundedCache } from "#service-worker/caches/bounded-cache";
import { fetchOwn } from "#service-worker/caches/own-answers";

const pictures = new BoundedCache("shelv-pictures", { entries: 300, bytes: 40 * 1024 * 1024 });
const CONCURRENCY = 4;

/** The saved copy, else the network's, which is saved, else the picture in another width or form. */
export async function openPicture(
  request: Request,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  const saved = await pictures.match(request.url);
  if (saved) return saved;
  try {
    const response = await fetchOwn(request);
    if (isPicture(response, request.url)) waitUntil(pictures.put(request.url, response.clone()));
    return isOurs(response) ? response : ((await anyForm(request.url)) ?? response);
  } catch (error) {
    const other = await anyForm(request.url);
    if (other) return other;
    throw error;
  }
}

/** In any form, or in exactly the form of each address. Skips failures. */
export async function savePictures(
  urls: readonly string[],
  { form }: { form: "any" | "just this" },
): Promise<void> {
  const begun = deletions;
  const missing: string[] = [];
  for (const url of urls)
    if (!(await (form === "any" ? anyForm(url) : pictures.match(url)))) missing.push(url);
  const save = async (url: string) => {
    const response = await fetchOwn(url);
    // Nothing is saved after a sign-out during the fetch.
    if (isPicture(response, url) && begun === deletions) await pictures.put(url, response);
  };
  const limit = pLimit(CONCURRENCY);
  await Promise.allSettled(missing.map((url) => limit(save, url)));
}

let deletions = 0;

export async function forgetPicturesBut(named: ReadonlySet<string>): Promise<void> {
  deletions += 1;
  const unnamed = (await pictures.urls()).filter((url) => !named.has(pictureIn(url) ?? ""));
  await Promise.all(unnamed.map((url) => pictures.delete(url)));
}

/** No error, partial or foreign answer: its tag names the bytes of its address. */
function isPicture(response: Response, url: string): boolean {
  const tag = response.headers.get("ETag")?.replace(/^W\//, "");
  const isImage = response.headers.get("Content-Type")?.startsWith("image/") ?? false;
  return (
    response.status === 200 &&
    isOurs(response) &&
    isImage &&
    tag === pictureFileTag(pictureIn(url) ?? "", /[^/]+$/.exec(new URL(url).pathname)?.[0] ?? "")
  );
}

async function anyForm(url: string): Promise<Response | undefined> {
  const exact = await pictures.match(url);
  if (exact) return exact;
  for (const file of PICTURE_FILES.toReversed()) {
    const other = await pictures.match(url.replace(/[^/]+$/, file));
    if (other) return other;
  }
  return undefined;
}

export const picturesIn = (pages: readonly string[]): Set<string> =>
  new Set(pages.flatMap((page) => [...page.matchAll(PICTURE)].flatMap(([, sha]) => sha ?? [])));

export const pictureIn = (url: string): string | null => [...picturesIn([url])][0] ?? null;

const PICTURE = new RegExp(`${SERVER_PATHS.media}/([\\da-f]{64})/`, "g");
