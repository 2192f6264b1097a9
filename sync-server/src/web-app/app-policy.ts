import { createHash } from "node:crypto";

/**
 * The app's CSP: nothing external, and only the build's inline scripts, by hash. Mantine sets inline styles;
 * the background removal model is WebAssembly; newly chosen pictures are blobs.
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

/**
 * For prerendered pages: only the build's inline parts, by hash, and files of this server. No inline style
 * attributes, no eval.
 */
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

/** Hashes of the text of every such element in the page, as a browser computes them. */
function hashesOf(element: "script" | "style", html: string): string[] {
  const texts = [
    ...html.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, "gi")),
  ];
  return texts.map(
    ([, text = ""]) =>
      `'sha256-${createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("base64")}'`,
  );
}

/** A worker, including the service worker, follows the CSP of its own script, not of its page. */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:";
