/** The operator's model, too large for the app's precache: cached from its first use, one at a time. */
import { NotHere } from "#domain/background-removal/not-here";
import { sha256Of } from "#pictures/sha256-of";

const NAME = "shelv-background-model";

/** Null for sites without TLS, and in some private windows. */
const openCache = async () => ("caches" in globalThis ? caches.open(NAME).catch(() => null) : null);

/** Throws `NotHere` if it is neither cached nor fetched. Bytes must match the hash in the address. */
export async function cachedModel(path: string): Promise<Uint8Array> {
  const cache = await openCache();
  const cached = await modelIn(await cache?.match(path), path);
  if (cached) return new Uint8Array(cached);
  const fetched = (await modelFrom(path)) ?? (await modelFrom(path, { cache: "reload" }));
  if (!fetched) throw new NotHere();
  await cache?.put(path, new Response(fetched)).catch(() => undefined);
  return new Uint8Array(fetched);
}

/** `cache: "reload"` bypasses a wrong answer in the HTTP cache. */
const modelFrom = async (path: string, init?: RequestInit) =>
  modelIn(await fetch(path, init).catch(() => undefined), path);

async function modelIn(answer: Response | undefined, path: string): Promise<ArrayBuffer | null> {
  if (!answer?.ok) return null;
  const bytes = await answer.arrayBuffer().catch(() => null);
  return bytes && path.endsWith(`/${await sha256Of(bytes)}.onnx`) ? bytes : null;
}

export async function deleteOtherModels(path: string | null): Promise<void> {
  const cache = await openCache();
  if (!cache) return;
  const others = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== path);
  await Promise.all(others.map((other) => cache.delete(other)));
}
