/** The model that takes backgrounds away, on this device from its first use on. Too large for what is kept of the app, and only ever one. */
import { NotHere } from "./not-here";

const NAME = "shelv-background-model";

/** Null where nothing is kept: browsers do so for sites without TLS, and some in private windows. */
const openCache = async () => ("caches" in globalThis ? caches.open(NAME).catch(() => null) : null);

/** Throws `NotHere` where it was never fetched and cannot be now. */
export async function keptModel(path: string): Promise<Uint8Array> {
  const cache = await openCache();
  const kept = await cache?.match(path);
  const answer = kept ?? (await fetch(path).catch(() => null));
  if (!answer?.ok) throw new NotHere();
  const bytes = await answer.arrayBuffer();
  // Where there is no room for it, it is fetched anew each time.
  if (!kept) await cache?.put(path, new Response(bytes)).catch(() => undefined);
  return new Uint8Array(bytes);
}

/** What the server no longer names goes, before what it names now takes its room. */
export async function forgetModelsBut(path: string | null): Promise<void> {
  const cache = await openCache();
  if (!cache) return;
  const others = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== path);
  await Promise.all(others.map((other) => cache.delete(other)));
}
