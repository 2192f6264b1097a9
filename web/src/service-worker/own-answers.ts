/**
 * What a gateway, a captive portal or a maintenance page answers with status 200 is not cached as a file, a page or a picture of ours, and what an
 * earlier build cached of it goes as soon as it is found.
 */
import { isOurs } from "@shelv/contract/answer-origin";

/** The cached answer, where it is ours; another's is deleted, so that the file is fetched again. */
export async function ownIn(
  cache: Cache,
  key: RequestInfo,
  options?: CacheQueryOptions,
): Promise<Response | undefined> {
  const cached = await cache.match(key, options);
  if (!cached || isOurs(cached)) return cached;
  await cache.delete(key, options);
  return undefined;
}

/** Of a file that the browser may hold in its own cache: where that is another's answer, the server is asked past it. Not for navigations. */
export async function fetchOwn(request: RequestInfo): Promise<Response> {
  const answer = await fetch(request);
  return isOurs(answer) ? answer : fetch(request, { cache: "reload" });
}
