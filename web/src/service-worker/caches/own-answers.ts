/**
 * A gateway, captive portal or maintenance page answers with status 200: never cached as ours, and deleted
 * where it is.
 */
import { isOurs } from "@shelv/contract/answer-origin";

/** Deletes a foreign one. */
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

/** Bypasses the HTTP cache if that holds a foreign answer. Not for navigations. */
export async function fetchOwn(request: RequestInfo): Promise<Response> {
  const answer = await fetch(request);
  return isOurs(answer) ? answer : fetch(request, { cache: "reload" });
}
