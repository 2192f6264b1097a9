import { expect, test } from "vitest";
import { loggedPath } from "./request-log.ts";

test.each([
  ["/", "/"],
  ["/ada_9-x", "/ada_9-x"],
  ["/api/check-username/ada?now=1", "/api/check-username/ada"],
  [`/media/${"a".repeat(64)}/320.webp`, `/media/${"a".repeat(64)}/320.webp`],
  ["/api/auth/callback/google?code=secret&state=secret", "/api/auth/callback/google"],
  ["/ada@example.org", "/…"],
  ["/api/check-username/ada%40example.org", "/api/check-username/…"],
  [`/api/unsubscribe/${"t".repeat(65)}/now`, "/api/unsubscribe/…/now"],
  ['/"quoted\\', "/…"],
  ["/\u0007\u2028", "/…"],
  ["", ""],
])("The path %s is logged as %s", (url, logged) => {
  expect(loggedPath(url)).toBe(logged);
});
