/** Pictures that were seen on this device, newest last. Their addresses name their bytes, so a copy never grows old. */
import { isOurs } from "@shelv/contract/answer-origin";
import { PICTURE_FILES, pictureFileTag } from "@shelv/contract/picture";
import { BoundedCache } from "./bounded-cache.ts";
import { fetchOwn } from "./own-answers.ts";
import { pictureIn } from "./pictures-in.ts";
import { severalAtOnce } from "./several-at-once.ts";

/** With the pages themselves (saved-pages.ts) no more than 50 MB. */
const pictures = new BoundedCache("shelv-pictures", { entries: 300, bytes: 40 * 1024 * 1024 });
const AT_ONCE = 4;

/** The saved copy, else the network's, which is saved; where the server does not answer, the same picture in any other width or form. */
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
 * Fetches those that are not here: in any form, or in just the form that each address names. One that fails is left out.
 */
export async function savePictures(
  urls: readonly string[],
  { form }: { form: "any" | "just this" },
): Promise<void> {
  const begun = timesForgotten;
  const missing: string[] = [];
  for (const url of urls)
    if (!(await (form === "any" ? anyForm(url) : pictures.match(url)))) missing.push(url);
  await severalAtOnce(missing, AT_ONCE, async (url) => {
    const response = await fetchOwn(url);
    // Whoever has left meanwhile leaves no picture here.
    if (isPicture(response, url) && begun === timesForgotten) await pictures.put(url, response);
  });
}

let timesForgotten = 0;

/** Lets go of every picture that is not among these, by their SHA-256. */
export async function forgetPicturesBut(named: ReadonlySet<string>): Promise<void> {
  timesForgotten += 1;
  const unnamed = (await pictures.urls()).filter((url) => !named.has(pictureIn(url) ?? ""));
  await Promise.all(unnamed.map((url) => pictures.delete(url)));
}

/** A refused or partial answer, or another's, is not the picture; nor is one whose tag names other bytes than its address does. */
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
