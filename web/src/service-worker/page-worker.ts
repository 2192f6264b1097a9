/**
 * The worker of a page on its own host (a domain or subdomain), for a visitor offline: the saved copy, its
 * pictures and fonts, and visits.
 *
 * The name may later belong to another site, whose answers always win: one that is not ours ends this worker.
 */
import { isOurs } from "@shelv/contract/answer-origin";
import { SERVER_PATHS, TRACK_PATH } from "@shelv/contract/paths";
import { forgetPage, openPage, savePage } from "#service-worker/public-pages/saved-pages";
import { openPicture, savePictures } from "#service-worker/public-pages/saved-pictures";
import { openLateFile } from "./late-files.ts";
import { sendOrStore, sendVisits, VISITS_TAG } from "./send-visits.ts";
import { parseWorkerMessage } from "./worker-message.ts";

declare const self: ServiceWorkerGlobalScope;
type SyncEvent = ExtendableEvent & { readonly tag: string };

// It caches no files of a build: a new one can replace it at any time.
self.addEventListener("install", () => void self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(answer);
});

self.addEventListener("message", (event) => {
  const message = parseWorkerMessage(event.data, self.location.origin, (path) => path === "/");
  if (message?.type === "keep-page")
    event.waitUntil(savePage(message.url).then(() => savePictures(message.pictures, { form: "any" })));
  if (message?.type === "keep-pictures")
    event.waitUntil(savePictures(message.pictures, { form: "just this" }));
});

self.addEventListener("sync" as never, (event: SyncEvent) => {
  if (event.tag === VISITS_TAG) event.waitUntil(sendVisits(Date.now()));
});

/** Null: fetched without the worker. */
function answerTo(event: FetchEvent): Promise<Response> | null {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  const waitUntil = (work: Promise<unknown>) => event.waitUntil(work);
  if (origin !== self.location.origin) return null;
  if (method === "POST" && pathname === TRACK_PATH) return sendOrStore(event, self.registration);
  if (method !== "GET") return null;
  if (pathname.startsWith(`${SERVER_PATHS.media}/`)) return openPicture(event.request, waitUntil);
  if (mode === "navigate") return pathname === "/" ? openOwnPage(event.request, waitUntil) : null;
  return /\.(?:woff2|svg|ico)$/.test(pathname) ? openLateFile(event.request, waitUntil) : null;
}

async function openOwnPage(request: Request, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
  const known = () => Promise.resolve(undefined);
  const page = await openPage({ request, waitUntil, known, isTrusted: () => true });
  if (page?.type === "basic" && page.status < 500 && !isOurs(page)) waitUntil(leave());
  return page ?? Response.error();
}

async function leave(): Promise<void> {
  await forgetPage("");
  await self.registration.unregister();
}
