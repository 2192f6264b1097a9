import { createHash } from "node:crypto";

/**
 * The app's content policy: nothing from outside, and of the scripts in the page only those that the build put there,
 * by their hash. Mantine sets inline styles; the model that cuts out backgrounds is WebAssembly; pictures that were just
 * chosen are blobs.
 */
export const appPolicy = (html: string): string =>
  [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashesOf("script", html)].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self' blob:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/** For pages that the build has drawn: only what it put there, by its hash, and files of this server. No inline style, no eval. */
export const drawnPagePolicy = (html: string): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...hashesOf("script", html)].join(" "),
    ["style-src 'self'", ...hashesOf("style", html)].join(" "),
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/** Of the text of every such element that stands in the page itself, exactly as a browser hashes it. */
function hashesOf(element: "script" | "style", html: string): string[] {
  const texts = [
    ...html.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, "gi")),
  ];
  return texts.map(
    ([, text = ""]) =>
      `'sha256-${createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("base64")}'`,
  );
}

/** A worker, the service worker among them, goes by the policy of its own script, not by that of the page that started it. */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:";
