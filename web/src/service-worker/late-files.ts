/** Large files that few owners need: cached once fetched. Newer builds evict older ones. */
import { BoundedCache } from "#service-worker/caches/bounded-cache";
import { fetchOwn } from "#service-worker/caches/own-answers";

const files = new BoundedCache("shelv-late", { entries: 12, bytes: 40 * 1024 * 1024 });

export async function openLateFile(
  request: Request,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  const saved = await files.match(request.url);
  if (saved) return saved;
  const response = await fetchOwn(request);
  if (response.status === 200) waitUntil(files.put(request.url, response.clone()));
  return response;
}
