/** Pictures that were seen on this device, newest last. Their addresses name their bytes, so a copy never grows old. */
import { PICTURE_FILES } from "@shelv/contract/picture";
import { type Bounds, beyondBounds } from "./beyond-bounds.ts";
import { pictureIn } from "./pictures-in.ts";

const CACHE = "shelv-pictures";
const BOUNDS: Bounds = { entries: 300, bytes: 50 * 1024 * 1024 };
/** For an answer that does not say its size: a picture of 640 pixels rarely has more. */
const USUAL_BYTES = 80 * 1024;
const AT_ONCE = 4;

/** The saved copy, else the network's, which is saved; offline, the same picture in any other width or form. */
export async function openPicture(request: Request, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
  const cache = await caches.open(CACHE);
  const saved = await cache.match(request.url);
  if (saved) return saved;
  try {
    const response = await fetch(request);
    if (isWhole(response)) waitUntil(save(cache, request.url, response.clone()));
    return response;
  } catch (error) {
    const other = await anyForm(cache, request.url);
    if (other) return other;
    throw error;
  }
}

/**
 * Fetches those that are not here: in any form, or in just the form that each address names. One that fails is left out.
 */
export async function savePictures(urls: readonly string[], { form }: { form: "any" | "just this" }): Promise<void> {
  const cache = await caches.open(CACHE);
  const missing: string[] = [];
  for (const url of urls) if (!(await (form === "any" ? anyForm(cache, url) : cache.match(url)))) missing.push(url);
  const fetchNext = async (): Promise<void> => {
    for (let url = missing.shift(); url !== undefined; url = missing.shift()) {
      const response = await fetch(url).catch(() => null);
      if (response && isWhole(response)) await cache.put(url, response);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  await trim(cache, sizeOfEach);
}

/** Lets go of every picture that is not among these, by their SHA-256. */
export async function forgetPicturesBut(named: ReadonlySet<string>): Promise<void> {
  const cache = await caches.open(CACHE);
  const unnamed = (await cache.keys()).filter(({ url }) => !named.has(pictureIn(url) ?? ""));
  await Promise.all(unnamed.map((key) => cache.delete(key)));
}

/** A refused or partial answer, or another site's, is not the picture. */
const isWhole = (response: Response) => response.status === 200 && response.type === "basic";

async function save(cache: Cache, url: string, response: Response): Promise<void> {
  await cache.put(url, response);
  // Only the count, since this happens for each picture; what they weigh is looked at once per page.
  await trim(cache, async (keys) => keys.map((key) => ({ key, bytes: 0 })));
}

async function anyForm(cache: Cache, url: string): Promise<Response | undefined> {
  const exact = await cache.match(url);
  if (exact) return exact;
  for (const file of PICTURE_FILES.toReversed()) {
    const other = await cache.match(url.replace(/[^/]+$/, file));
    if (other) return other;
  }
  return undefined;
}

type Sized = { key: Request; bytes: number };

async function trim(cache: Cache, sized: (keys: readonly Request[], cache: Cache) => Promise<Sized[]>): Promise<void> {
  const stored = await sized(await cache.keys(), cache);
  await Promise.all(beyondBounds(stored, BOUNDS).map((key) => cache.delete(key)));
}

const sizeOfEach = (keys: readonly Request[], cache: Cache) =>
  Promise.all(keys.map(async (key): Promise<Sized> => {
    const length = Number((await cache.match(key))?.headers.get("Content-Length"));
    return { key, bytes: length > 0 ? length : USUAL_BYTES };
  }));
