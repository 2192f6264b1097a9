import { createHash } from "node:crypto";

/**
 * The app's content policy: nothing from outside, and of the scripts in the page only those that the build put there,
 * by their hash. Mantine sets inline styles; the model that cuts out backgrounds is WebAssembly; pictures that were just
 * chosen are blobs.
 */
export function appPolicy(html: string): string {
  const scripts = inlineScripts(html).map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...scripts].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self' blob:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The text of every script that stands in the page itself, exactly as a browser hashes it. */
const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map(([, script]) => (script ?? "").replaceAll("\r\n", "\n"));

/** A worker, the service worker among them, goes by the policy of its own script, not by that of the page that started it. */
export const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:";
