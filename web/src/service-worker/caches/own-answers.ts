/**
 * Answers of a gateway, a captive portal or a maintenance page with status 200 are never cached as our files, pages or pictures, and those
 * that an earlier build cached are deleted when found.
 */
import { isOurs } from "@shelv/contract/answer-origin";

/** The cached answer if it is ours; a foreign one is deleted, so that the file is fetched again. */
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

/** Fetches a file; if the HTTP cache holds a foreign answer, bypasses it. Not for navigations. */
export async function fetchOwn(request: RequestInfo): Promise<Response> {
  const answer = await fetch(request);
  return isOurs(answer) ? answer : fetch(request, { cache: "reload" });
}
