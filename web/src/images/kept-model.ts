/** The model that takes backgrounds away, on this device from its first use on. Too large for what is kept of the app, and only ever one. */
import { NotHere } from "./not-here";
import { sha256Of } from "./sha256-of";

const NAME = "shelv-background-model";

/** Null where nothing is kept: browsers do so for sites without TLS, and some in private windows. */
const openCache = async () => ("caches" in globalThis ? caches.open(NAME).catch(() => null) : null);

/** Throws `NotHere` where it was never fetched and cannot be now. What is not the bytes that its address names is not the model. */
export async function keptModel(path: string): Promise<Uint8Array> {
  const cache = await openCache();
  const kept = await modelIn(await cache?.match(path), path);
  if (kept) return new Uint8Array(kept);
  const fetched = (await modelFrom(path)) ?? (await modelFrom(path, { cache: "reload" }));
  if (!fetched) throw new NotHere();
  // Where there is no room for it, it is fetched anew each time.
  await cache?.put(path, new Response(fetched)).catch(() => undefined);
  return new Uint8Array(fetched);
}

/** The browser's own cache may hold what another answered; past it, the server is asked. */
const modelFrom = async (path: string, init?: RequestInit) =>
  modelIn(await fetch(path, init).catch(() => undefined), path);

async function modelIn(answer: Response | undefined, path: string): Promise<ArrayBuffer | null> {
  if (!answer?.ok) return null;
  const bytes = await answer.arrayBuffer().catch(() => null);
  return bytes && path.endsWith(`/${await sha256Of(bytes)}.onnx`) ? bytes : null;
}

/** What the server no longer names goes, before what it names now takes its room. */
export async function forgetModelsBut(path: string | null): Promise<void> {
  const cache = await openCache();
  if (!cache) return;
  const others = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== path);
  await Promise.all(others.map((other) => cache.delete(other)));
}
