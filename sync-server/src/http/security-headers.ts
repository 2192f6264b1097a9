import type { MiddlewareHandler } from "hono";

/** What every answer carries. A page that needs more than nothing brings a policy of its own. */
const ALWAYS: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
};
const NOTHING = "default-src 'none'; frame-ancestors 'none'";
const ONE_YEAR_S = 31_536_000;

export function securityHeaders(publicUrl: string | null): MiddlewareHandler {
  const isSecure = publicUrl?.startsWith("https:") ?? false;
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(ALWAYS)) c.res.headers.set(name, value);
    if (isSecure) c.res.headers.set("Strict-Transport-Security", `max-age=${ONE_YEAR_S}`);
    if (!c.res.headers.has("Content-Security-Policy")) c.res.headers.set("Content-Security-Policy", NOTHING);
  };
}
