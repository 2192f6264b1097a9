import { SCREEN_PATHS, SERVER_PATHS } from "@shelv/contract/paths";
import type { Context, Hono } from "hono";
import { chosenEncoding } from "#public-page/chosen-encoding";
import { appPolicy, drawnPagePolicy, WORKER_POLICY } from "./app-policy.ts";
import type { BuiltFile, WebApp } from "./load-web-app.ts";

/** With the CSP for their inline parts. */
const PAGES = {
  shell: { path: "/index.html", policyOf: appPolicy },
  landing: { path: "/landing.html", policyOf: drawnPagePolicy },
  notFound: { path: "/not-found.html", policyOf: drawnPagePolicy },
} as const;
const IMMUTABLE = "public, max-age=31536000, immutable";
/** Cached, and revalidated each time: what has no hash in its name. */
const ASK_FIRST = "no-cache";

/** Built files, the landing page, and the shell for every screen. */
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
  const { home, ...screens } = SCREEN_PATHS;
  app.get(home, (c) => landing(c, 200));
  for (const path of Object.values(screens)) {
    app.get(path, (c) => shell(c, 200));
    app.get(`${path}/*`, (c) => shell(c, 200));
  }
  return { notFound: (c) => notFound(c, 404) };
}

type Page = (typeof PAGES)[keyof typeof PAGES];

function pageOf(files: WebApp, { path, policyOf }: Page): (c: Context, status: 200 | 404) => Response {
  const file = files.get(path);
  if (!file) return (c) => c.text("The web app is not built. Run: npm start", 404);
  const policy = policyOf(new TextDecoder().decode(file.plain));
  return (c, status) => {
    c.header("Content-Security-Policy", policy);
    return answerFile(c, file, { cache: ASK_FIRST, status });
  };
}

/** In the best accepted encoding, each with its own ETag. */
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
  if (status === 200 && c.req.header("If-None-Match") === etag) return c.body(null, 304, headers);
  const bytes = encoding ? file[FORMS[encoding]] : file.plain;
  return c.body(
    bytes ?? file.plain,
    status,
    encoding ? { ...headers, "Content-Encoding": encoding } : headers,
  );
}

const FORMS = { br: "brotli", gzip: "gzip" } as const;
