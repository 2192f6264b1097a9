import type { RefusalCode } from "#refusal";
import type { Route } from "./route.ts";

/** Those of its access and input, and its own. */
export function expectedRefusals({
  method,
  access,
  params,
  query,
  body,
  encoding,
  refuses = [],
}: Route): RefusalCode[] {
  const hasBody = body !== undefined || encoding === "bytes" || encoding === "stream";
  const follow: [RefusalCode, boolean][] = [
    ["signed-out", access !== "anyone"],
    ["username-missing", access === "owner"],
    ["wrong-user", access !== "anyone"],
    ["wrong-origin", method !== "GET" && method !== "HEAD"],
    ["invalid", hasBody || params !== undefined || query !== undefined],
    ["too-large", hasBody],
    ["wrong-content-type", body !== undefined],
  ];
  return [...follow.filter(([, applies]) => applies).map(([code]) => code), ...refuses];
}
