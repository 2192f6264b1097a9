import { createHash } from "node:crypto";

/**
 * Nothing external; only the build's inline scripts, by hash. Mantine sets inline styles; background removal
 * is WebAssembly; new pictures are blobs.
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
 * Prerendered pages: only the build's inline parts, by hash, and this server's files. No inline style
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

/** As a browser computes them. */
function hashesOf(element: "script" | "style", html: string): string[] {
  const texts = [
    ...html.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, "gi")),
  ];
  return texts.map(
    ([, text = ""]) =>
      `'sha256-${createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("base64")}'`,
  );
}

/** A worker, also the service worker, follows its own script's CSP. */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:";
