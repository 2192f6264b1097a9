/** Pictures shown on this device, newest last. Their addresses contain their hash, so a copy never gets stale. */
import { isOurs } from "@shelv/contract/answer-origin";
import { PICTURE_FILES, pictureFileTag } from "@shelv/contract/picture";
import { BoundedCache } from "#service-worker/caches/bounded-cache";
import { fetchOwn } from "#service-worker/caches/own-answers";
import { pictureIn } from "./pictures-in.ts";
import { runConcurrently } from "#service-worker/caches/run-concurrently";

/** With the pages (saved-pages.ts) at most 50 MB. */
const pictures = new BoundedCache("shelv-pictures", { entries: 300, bytes: 40 * 1024 * 1024 });
const CONCURRENCY = 4;

/** The saved copy, else the network's, which is saved; without the server, the same picture in any other width or form. */
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

/**
 * Fetches missing pictures: in any form, or in exactly the form of each address. Failures are left out.
 */
export async function savePictures(
  urls: readonly string[],
  { form }: { form: "any" | "just this" },
): Promise<void> {
  const begun = deletions;
  const missing: string[] = [];
  for (const url of urls)
    if (!(await (form === "any" ? anyForm(url) : pictures.match(url)))) missing.push(url);
  await runConcurrently(missing, CONCURRENCY, async (url) => {
    const response = await fetchOwn(url);
    // After a sign-out during the fetch, nothing is saved.
    if (isPicture(response, url) && begun === deletions) await pictures.put(url, response);
  });
}

let deletions = 0;

/** Deletes every picture whose SHA-256 is not in the set. */
export async function forgetPicturesBut(named: ReadonlySet<string>): Promise<void> {
  deletions += 1;
  const unnamed = (await pictures.urls()).filter((url) => !named.has(pictureIn(url) ?? ""));
  await Promise.all(unnamed.map((url) => pictures.delete(url)));
}

/** An error, a partial or a foreign answer is not the picture; nor is one whose tag names other bytes than its address. */
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
