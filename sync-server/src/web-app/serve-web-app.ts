import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { SCREEN_PATHS, SERVER_PATHS } from "@shelv/contract/paths";
import type { Context, Hono } from "hono";
import { SHARE_MAX_BYTES } from "@shelv/contract/links/share";
import { chosenEncoding } from "#http/chosen-encoding";
import { type BuiltFile, type Content, textOf, type WebApp } from "./load-web-app.ts";
import { isKnownTag } from "#http/entity-tag";
import { readStream } from "#http/read-body";

/**
 * Nothing external; of scripts only the build's inline ones, by hash. Mantine sets inline styles; background
 * removal is WebAssembly; new pictures are blobs.
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
 * Of prerendered pages: only the build's inline parts, by hash, and this server's files. No inline style
 * attributes, no eval.
 */
const drawnPagePolicy = (html: string): string =>
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
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:";

/** Each with the CSP for its inline parts. */
const PAGES = {
  shell: { path: "/index.html", policyOf: appPolicy },
  landing: { path: "/landing.html", policyOf: drawnPagePolicy },
  notFound: { path: "/not-found.html", policyOf: drawnPagePolicy },
} as const;
const IMMUTABLE = "public, max-age=31536000, immutable";
/** Files without a hash in their name are revalidated each time. */
const ASK_FIRST = "no-cache";

export function serveWebApp(app: Hono, files: WebApp): { notFound: (c: Context) => Response } {
  const [shell, landing, notFound] = [
    pageOf(files, PAGES.shell),
    pageOf(files, PAGES.landing),
    pageOf(files, PAGES.notFound),
  ];
  // The service worker loads them under their own names.
  app.get(PAGES.shell.path, (c) => shell(c, 200));
  app.get(PAGES.landing.path, (c) => landing(c, 200));
  app.get(PAGES.notFound.path, (c) => notFound(c, 200));
  for (const [path, file] of files) {
    if (path.endsWith(".html")) continue;
    const cache = path.startsWith(`${SERVER_PATHS.assets}/`) ? IMMUTABLE : ASK_FIRST;
    app.get(path, (c) => {
      if (path.endsWith(".js")) c.header("Content-Security-Policy", WORKER_POLICY);
      return answerFile(c, file, { cache });
    });
  }
  for (const [path, name] of ICONS) {
    const icon = files.get(`/icons/${name}.png`);
    if (icon) app.get(path, (c) => answerFile(c, icon, { cache: ASK_FIRST }));
  }
  const { home, ...screens } = SCREEN_PATHS;
  app.get(home, (c) => landing(c, 200));
  for (const path of Object.values(screens)) {
    app.get(path, (c) => shell(c, 200));
    app.get(`${path}/*`, (c) => shell(c, 200));
  }
  return {
    notFound: (c) => (ROOT_FILE.test(c.req.path) ? c.text("There is nothing here", 404) : notFound(c, 404)),
  };
}

/** Browsers and systems look for icons here, whatever a page names. */
const ICONS = [
  ["/favicon.ico", "shelv-192"],
  ["/:icon{apple-touch-icon[\\w-]*\\.png}", "apple-touch-icon"],
] as const;
/** Programs look for it, not people. No username has a dot. */
const ROOT_FILE = /^\/[\w.-]+\.(?:ico|png|svg|jpe?g|gif|webp|avif|xml|json|webmanifest|txt|js|css|map)$/i;

type Page = (typeof PAGES)[keyof typeof PAGES];

function pageOf(files: WebApp, { path, policyOf }: Page): (c: Context, status: 200 | 404) => Response {
  const file = files.get(path);
  if (!file) return (c) => c.text("The web app is not built. Run: npm start", 404);
  const policy = policyOf(textOf(file));
  return (c, status) => {
    c.header("Content-Security-Policy", policy);
    return answerFile(c, file, { cache: ASK_FIRST, status });
  };
}

function answerFile(
  c: Context,
  file: BuiltFile,
  { cache, status = 200 }: { cache: string; status?: 200 | 404 },
): Response {
  const taken = chosenEncoding(c.req.header("Accept-Encoding"));
  const encoding = taken && file[FORMS[taken]] ? taken : null;
  const etag = encoding ? `${file.etag.slice(0, -1)}-${encoding}"` : file.etag;
  const headers = {
    "Cache-Control": cache,
    "Content-Type": file.type,
    ETag: etag,
    ...(file.brotli ? { Vary: "Accept-Encoding" } : {}),
  };
  if (status === 200 && isKnownTag(c.req.header("If-None-Match"), etag)) return c.body(null, 304, headers);
  const content = (encoding && file[FORMS[encoding]]) || file.plain;
  return c.newResponse(bodyOf(content, c.req.method), status, {
    ...headers,
    ...(encoding ? { "Content-Encoding": encoding } : {}),
    "Content-Length": String(content.length),
  });
}

function bodyOf(content: Content, method: string): Uint8Array<ArrayBuffer> | ReadableStream | null {
  if (content instanceof Uint8Array) return content;
  return method === "HEAD" ? null : (Readable.toWeb(createReadStream(content.onDisk)) as ReadableStream);
}

const FORMS = { br: "brotli", gzip: "gzip" } as const;

/**
 * A share reaches the server if the browser has no service worker: it redirects to a screen that says so.
 * Registered before the origin check: a system posts without an origin.
 */
export function serveShare(app: Hono): void {
  app.post(SCREEN_PATHS.share, async (c) => {
    // Read to its end: a browser that is still sending would treat the answer as a broken connection.
    for await (const piece of readStream(c.req.raw, SHARE_MAX_BYTES)) void piece;
    return c.redirect(`${SCREEN_PATHS.share}?missed=1`, 303);
  });
}
