/** The model for background removal, cached on this device from its first use. Too large for the app's precache, and only ever one. */
import { NotHere } from "#domain/background-removal/not-here";
import { sha256Of } from "#images/sha256-of";

const NAME = "shelv-background-model";

/** Null without a cache: browsers have none for sites without TLS, and some in private windows. */
const openCache = async () => ("caches" in globalThis ? caches.open(NAME).catch(() => null) : null);

/** Throws `NotHere` if it is not cached and cannot be fetched. Bytes that do not match the hash in the address are not the model. */
export async function cachedModel(path: string): Promise<Uint8Array> {
  const cache = await openCache();
  const cached = await modelIn(await cache?.match(path), path);
  if (cached) return new Uint8Array(cached);
  const fetched = (await modelFrom(path)) ?? (await modelFrom(path, { cache: "reload" }));
  if (!fetched) throw new NotHere();
  // Without room in the cache it is fetched each time.
  await cache?.put(path, new Response(fetched)).catch(() => undefined);
  return new Uint8Array(fetched);
}

/** The HTTP cache may hold a wrong answer; `cache: "reload"` bypasses it. */
const modelFrom = async (path: string, init?: RequestInit) =>
  modelIn(await fetch(path, init).catch(() => undefined), path);

async function modelIn(answer: Response | undefined, path: string): Promise<ArrayBuffer | null> {
  if (!answer?.ok) return null;
  const bytes = await answer.arrayBuffer().catch(() => null);
  return bytes && path.endsWith(`/${await sha256Of(bytes)}.onnx`) ? bytes : null;
}

/** Deletes older models before the current one takes their space. */
export async function deleteOtherModels(path: string | null): Promise<void> {
  const cache = await openCache();
  if (!cache) return;
  const others = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== path);
  await Promise.all(others.map((other) => cache.delete(other)));
}
