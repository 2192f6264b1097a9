/**
 * The app on this device: the shell and all its files, of one build. Somebody who only looks at a page never downloads
 * it: it is kept when the app itself asks for it, and from then on each new build of the worker brings its own.
 */
import { PrecacheController } from "workbox-precaching/PrecacheController.js";
import { deleteOutdatedCaches } from "workbox-precaching/utils/deleteOutdatedCaches.js";
import type { PrecacheEntry } from "workbox-precaching";
import { isScreenPath } from "./request-policy.ts";
import { severalAtOnce } from "./several-at-once.ts";

const SHELL = "/index.html";
const LANDING = "/landing.html";
/** Of a browser's six to one server, some stay free for the page. */
const AT_ONCE = 4;

export class AppShell {
  readonly #scope: ServiceWorkerGlobalScope;
  readonly #files = new PrecacheController();
  /** The shell is kept last: where it is, so is everything else of its build, and one look tells. */
  readonly #entries: readonly (PrecacheEntry | string)[];
  /** The pages that began with this build. */
  readonly #ownPages = new Set<string>();
  /** What is being fetched: who asks for it meanwhile waits for the same. */
  #fetching: Promise<void> | undefined;
  /** What older builds left, until no page of theirs is open. A worker that was ended meanwhile leaves it to the next build. */
  #olderFiles: readonly Request[] = [];

  constructor(scope: ServiceWorkerGlobalScope, manifest: (PrecacheEntry | string)[]) {
    this.#scope = scope;
    this.#entries = [...manifest.filter((entry) => !isShell(entry)), ...manifest.filter(isShell)];
    this.#files.addToCacheList([...this.#entries]);
  }

  /** At installation: only for those who have the app, or have it open. If a file fails, so does this build. */
  async install(event: ExtendableEvent): Promise<void> {
    if ((await this.#isKeptInAnyBuild()) || (await this.#openScreens()).length > 0) await this.#fetchAll(event);
  }

  /** At activation: whole caches go that an older way of naming them left behind, and the files of older builds. */
  async activate(): Promise<void> {
    await deleteOutdatedCaches(this.#files.strategy.cacheName);
    // Only what is here now: a newer build may bring its own while this one still runs.
    const own = new Set(this.#files.getURLsToCacheKeys().values());
    this.#olderFiles = (await this.#keptRequests()).filter(({ url }) => !own.has(url));
    await this.#forgetOlderFiles();
  }

  /** Whenever a page begins, and again when it may have been in vain: fetches what is missing of this build, and lets go of older ones. */
  async keep(event: ExtendableMessageEvent): Promise<void> {
    if (event.source && "id" in event.source) this.#ownPages.add(event.source.id);
    // The controller stores files only for an installation; anything else that asks would be handed them and no more.
    const asInstallation = { type: "install", waitUntil: (work: Promise<unknown>) => event.waitUntil(work) };
    if (!(await this.#isWhole())) await (this.#fetching ??= this.#fetchAll(asInstallation as ExtendableEvent).finally(() => (this.#fetching = undefined)));
    await this.#forgetOlderFiles();
  }

  /** The server has them no more, and a page that waits with its reload, because of what is typed there, may only now ask for one. */
  async #forgetOlderFiles(): Promise<void> {
    const screens = await this.#openScreens();
    if (!screens.every(({ id }) => this.#ownPages.has(id))) return;
    const cache = await this.#cache();
    await Promise.all(this.#olderFiles.map((file) => cache.delete(file)));
    this.#olderFiles = [];
  }

  /**
   * Workbox keeps one file after the other, which on a phone is a round trip for each of more than a hundred. So those whose
   * names say what is in them go ahead, several at once. What is left is Workbox's, in its order: the others, and those that failed.
   */
  async #fetchAll(event: ExtendableEvent): Promise<void> {
    const { strategy } = this.#files;
    const ahead = (await this.#missing()).map(urlOf).filter((url) => this.#files.getCacheKeyForURL(url) === url);
    await severalAtOnce(ahead, AT_ONCE, (url) => Promise.all(strategy.handleAll({ request: url, event, params: { cacheKey: url } })));
    const left = new PrecacheController({ cacheName: strategy.cacheName });
    left.addToCacheList(await this.#missing());
    await left.install(event);
  }

  /** The shell, or undefined where the app is not kept on this device: a shell without all of its files stays blank. */
  shell = (): Promise<Response | undefined> => this.#files.matchPrecache(SHELL);

  /** The landing page, which comes with the app. */
  async landing(): Promise<Response | undefined> {
    return (await this.shell()) && this.#files.matchPrecache(LANDING);
  }

  /** Whether this is a file of this build. */
  lists({ url }: Request): boolean {
    return this.#files.getCacheKeyForURL(url) !== undefined;
  }

  /** A file of this build, or of an older one that an open page may need, where it is on this device. */
  file = async (request: Request): Promise<Response | undefined> => (await this.#files.matchPrecache(request)) ?? (await this.#cache()).match(request.url);

  async #isWhole(): Promise<boolean> {
    return (await this.#missing()).length === 0;
  }

  async #missing(): Promise<(PrecacheEntry | string)[]> {
    const kept = new Set((await this.#keptRequests()).map(({ url }) => url));
    return this.#entries.filter((entry) => !kept.has(this.#files.getCacheKeyForURL(urlOf(entry)) ?? ""));
  }

  async #isKeptInAnyBuild(): Promise<boolean> {
    return (await this.#keptRequests()).some(({ url }) => new URL(url).pathname === SHELL);
  }

  async #openScreens(): Promise<readonly Client[]> {
    const windows = await this.#scope.clients.matchAll({ type: "window", includeUncontrolled: true });
    return windows.filter(({ url }) => isScreenPath(new URL(url).pathname));
  }

  #keptRequests = async (): Promise<readonly Request[]> => (await this.#cache()).keys();

  #cache = (): Promise<Cache> => caches.open(this.#files.strategy.cacheName);
}

const urlOf = (entry: PrecacheEntry | string): string => new URL(typeof entry === "string" ? entry : entry.url, location.href).href;

const isShell = (entry: PrecacheEntry | string): boolean => new URL(urlOf(entry)).pathname === SHELL;
