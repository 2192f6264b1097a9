/**
 * Files of the app that few need, and none at once: they are not kept with it, but once fetched they are here. Their addresses
 * name their bytes; those of older builds go as newer ones come.
 */
import { type Bounds, beyondBounds } from "./beyond-bounds.ts";

const CACHE = "shelv-late";
const BOUNDS: Bounds = { entries: 12, bytes: 40 * 1024 * 1024 };

export async function openLateFile(request: Request, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
  const cache = await caches.open(CACHE);
  const saved = await cache.match(request.url);
  if (saved) return saved;
  const response = await fetch(request);
  if (response.status === 200 && response.type === "basic") waitUntil(save(cache, request.url, response.clone()));
  return response;
}

async function save(cache: Cache, url: string, response: Response): Promise<void> {
  await cache.put(url, response);
  const stored = (await cache.keys()).map(async (key) => ({ key, bytes: Number((await cache.match(key))?.headers.get("Content-Length") ?? 0) }));
  await Promise.all(beyondBounds(await Promise.all(stored), BOUNDS).map((key) => cache.delete(key)));
}
