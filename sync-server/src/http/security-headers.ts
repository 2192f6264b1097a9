import { OWN_HEADER } from "@shelv/contract/own-answer";
import type { MiddlewareHandler } from "hono";
import { isReady } from "./ready-json.ts";

/** What every answer carries. A page that needs more than nothing brings a policy of its own. */
const ALWAYS: Record<string, string> = {
  [OWN_HEADER.name]: OWN_HEADER.value,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
};
const POLICY = "Content-Security-Policy";
const NOTHING = "default-src 'none'; frame-ancestors 'none'";
const ONE_YEAR_S = 31_536_000;

export function securityHeaders(publicUrl: string | null): MiddlewareHandler {
  const { [POLICY]: policy = "", ...others } = headersOfAll(publicUrl);
  return async (c, next) => {
    await next();
    if (isReady(c.res)) return;
    for (const [name, value] of Object.entries(others)) c.res.headers.set(name, value);
    if (!c.res.headers.has(POLICY)) c.res.headers.set(POLICY, policy);
  };
}

/** The headers that an answer without a policy of its own carries. */
export const headersOfAll = (publicUrl: string | null): Record<string, string> => ({
  ...ALWAYS,
  [POLICY]: NOTHING,
  ...(publicUrl?.startsWith("https:") ? { "Strict-Transport-Security": `max-age=${ONE_YEAR_S}` } : {}),
});
