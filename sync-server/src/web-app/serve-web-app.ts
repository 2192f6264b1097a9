import { SCREEN_PATHS, SERVER_PATHS } from "@shelv/contract/paths";
import type { Context, Hono, MiddlewareHandler } from "hono";
import { chosenEncoding } from "#public-page/chosen-encoding";
import { appPolicy, WORKER_POLICY } from "./app-policy.ts";
import type { BuiltFile, WebApp } from "./load-web-app.ts";

const SHELL = "/index.html";
const IMMUTABLE = "public, max-age=31536000, immutable";
/** Kept, and asked about each time: the shell, the service worker and all that has no hash in its name. */
const ASK_FIRST = "no-cache";

/** Serves the built files, and the app shell for every screen. */
export function serveWebApp(app: Hono, files: WebApp): { notFound: (c: Context) => Response } {
  const shell = shellOf(files);
  for (const [path, file] of files) {
    if (path === SHELL) continue;
    const cache = path.startsWith(`${SERVER_PATHS.assets}/`) ? IMMUTABLE : ASK_FIRST;
    app.get(path, (c) => {
      if (path.endsWith(".js")) c.header("Content-Security-Policy", WORKER_POLICY);
      return answerFile(c, file, { cache });
    });
  }
  const screen: MiddlewareHandler = async (c) => shell(c, 200);
  // Under its own name the service worker fetches it, to have it offline.
  app.get(SHELL, screen);
  for (const path of Object.values(SCREEN_PATHS)) {
    app.get(path, screen);
    if (path !== "/") app.get(`${path}/*`, screen);
  }
  return { notFound: (c) => shell(c, 404) };
}

function shellOf(files: WebApp): (c: Context, status: 200 | 404) => Response {
  const file = files.get(SHELL);
  if (!file) return (c) => c.text("The web app is not built. Run: npm start", 404);
  const policy = appPolicy(new TextDecoder().decode(file.plain));
  return (c, status) => {
    c.header("Content-Security-Policy", policy);
    return answerFile(c, file, { cache: ASK_FIRST, status });
  };
}

/** The bytes in the best form that the browser takes. A form has an ETag of its own. */
function answerFile(c: Context, file: BuiltFile, { cache, status = 200 }: { cache: string; status?: 200 | 404 }): Response {
  const taken = chosenEncoding(c.req.header("Accept-Encoding"));
  const encoding = taken && file[FORMS[taken]] ? taken : null;
  const etag = encoding ? `${file.etag.slice(0, -1)}-${encoding}"` : file.etag;
  const headers = { "Cache-Control": cache, "Content-Type": file.type, ETag: etag, ...(file.brotli ? { Vary: "Accept-Encoding" } : {}) };
  if (status === 200 && c.req.header("If-None-Match") === etag) return c.body(null, 304, headers);
  const bytes = encoding ? file[FORMS[encoding]] : file.plain;
  return c.body(bytes ?? file.plain, status, encoding ? { ...headers, "Content-Encoding": encoding } : headers);
}

const FORMS = { br: "brotli", gzip: "gzip" } as const;
