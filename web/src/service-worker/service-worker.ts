/** Wiring only; request-policy.ts decides. */
import { SERVER_PATHS, usernameLedTo } from "@shelv/contract/paths";
import type { PrecacheEntry } from "workbox-precaching";
import { deliverPendingSignOut, SIGN_OUT_TAG } from "#api/deliver-pending-sign-out";
import { currentAccount } from "#accounts/current-account";
import type { SharedContent } from "#local-store/unsynced/share-inbox-database";
import { openShareInbox } from "#local-store/unsynced/share-inbox";
import { BACKGROUND_SYNC_TAG } from "#sync/schedule/request-background-sync";
import { AppShell } from "./app-shell.ts";
import { cacheLanding, cachedLanding, cachedLandingFile } from "./cached-landing.ts";
import { openLateFile } from "./late-files.ts";
import { offlineDocument } from "#service-worker/public-pages/offline-document";
import { fetchOwn } from "#service-worker/caches/own-answers";
import { receiveShare } from "./receive-share.ts";
import { type RequestPolicy, requestPolicy } from "./request-policy.ts";
import {
  openPage,
  savedNames,
  savePage,
  forgetPage,
  savedTexts,
} from "#service-worker/public-pages/saved-pages";
import {
  forgetPicturesBut,
  openPicture,
  picturesIn,
  savePictures,
} from "#service-worker/public-pages/saved-pictures";
import { parseWorkerMessage, type WorkerMessage } from "./worker-message.ts";
import { sendOrStore, sendVisits, VISITS_TAG } from "./send-visits.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };
type SyncEvent = ExtendableEvent & { readonly tag: string };

const app = new AppShell(self, self.__WB_MANIFEST);

// No skipWaiting: an open page must not lose its files. The app asks for it when the owner agrees.
self.addEventListener("install", (event) => event.waitUntil(app.install(event)));

// A first worker claims open pages, so that a first visit works offline; a later one those whose owner
// agreed.
self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([app.activate(), self.clients.claim()])),
);

self.addEventListener("fetch", (event) => {
  const answer = ANSWERS[requestPolicy(event.request, self.location.origin)](event);
  if (answer) event.respondWith(answer);
});

self.addEventListener("message", (event) => {
  const message = parseWorkerMessage(event.data, self.location.origin);
  if (message) event.waitUntil(handleMessage(message, event));
});

self.addEventListener("sync" as never, (event: SyncEvent) => {
  if (event.tag === BACKGROUND_SYNC_TAG)
    event.waitUntil(import("#sync/schedule/background-sync").then(({ syncOnce }) => syncOnce()));
  if (event.tag === VISITS_TAG) event.waitUntil(sendVisits(Date.now()));
  if (event.tag === SIGN_OUT_TAG) event.waitUntil(deliverPendingSignOut());
});

/** Null: fetched without the worker. */
const ANSWERS: Record<RequestPolicy, (event: FetchEvent) => Promise<Response> | null> = {
  pass: () => null,
  asset: ({ request }) => (app.lists(request) || isBuiltFile(request) ? openFile(request) : null),
  "late-file": (event) => openLateFile(event.request, (work) => event.waitUntil(work)),
  picture: (event) => openPicture(event.request, (work) => event.waitUntil(work)),
  visit: (event) => sendOrStore(event, self.registration),
  share: ({ request }) => receiveShare(request, storeShare),
  landing: ({ request }) => openLanding(request).catch(shellOrOffline),
  "app-shell": ({ request }) =>
    app
      .shell()
      .then((shell) => shell ?? fetch(request))
      .catch(shellOrOffline),
  "unknown-screen": ({ request }) => fetch(request).catch(shellOrOffline),
  "public-page": (event) => openPublicPage(event),
};

/** The page then asks for a refresh (`keep-landing`). */
const openLanding = async (request: Request) =>
  (await app.landing()) ?? (await cachedLanding()) ?? fetch(request);

const openFile = async (request: Request) =>
  (await app.file(request)) ?? (await cachedLandingFile(request)) ?? fetchOwn(request);

/** Of any build: the landing page may be cached in an older one. */
const isBuiltFile = ({ url }: Request) => new URL(url).pathname.startsWith(`${SERVER_PATHS.assets}/`);

const shellOrOffline = async () => (await app.shell()) ?? offlineDocument(await savedNames());

/** The app renders the owner's own page from the store, newer than any copy. */
async function openPublicPage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const known = async () => ((await isOwnPage(request)) ? app.shell() : undefined);
  const page = await openPage({ request, waitUntil: (work) => event.waitUntil(work), known });
  return page ?? offlineDocument(await savedNames());
}

async function isOwnPage({ url }: Request): Promise<boolean> {
  const account = await currentAccount().catch(() => null);
  return (
    account !== null && usernameLedTo(new URL(url).pathname)?.toLowerCase() === account.username.toLowerCase()
  );
}

async function storeShare(shared: SharedContent): Promise<void> {
  const account = await currentAccount();
  await (await openShareInbox()).add(shared, account?.userId ?? null, Date.now());
}

async function handleMessage(message: WorkerMessage, event: ExtendableMessageEvent): Promise<void> {
  switch (message.type) {
    case "keep-app": {
      // A page still loading when this worker became active was not claimed.
      await self.clients.claim().catch(() => undefined);
      return app.keep(event);
    }
    case "keep-landing":
      return cacheLanding();
    case "forget-owner":
      return forgetOwner(message.username);
    case "skip-waiting":
      return self.skipWaiting();
    case "keep-page": {
      await savePage(message.url);
      return savePictures(message.pictures, { form: "any" });
    }
    case "keep-pictures":
      return savePictures(message.pictures, { form: "just this" });
  }
}

/** Pictures on other saved pages stay. */
async function forgetOwner(username: string): Promise<void> {
  await forgetPage(username);
  await forgetPicturesBut(picturesIn(await savedTexts()));
}
