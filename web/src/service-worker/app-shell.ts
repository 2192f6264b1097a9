/**
 * One build's shell and files: cached when the app asks, never for visitors. A file belongs to this build by
 * its hash; the landing page, which the server completes, by its sender.
 */
import { isOurs } from "@shelv/contract/answer-origin";
import pLimit from "p-limit";
import { PrecacheController } from "workbox-precaching/PrecacheController.js";
import { deleteOutdatedCaches } from "workbox-precaching/utils/deleteOutdatedCaches.js";
import type { PrecacheEntry } from "workbox-precaching";
import { ownIn } from "#service-worker/caches/own-answers";
import { isScreenPath } from "./request-policy.ts";

const SHELL = "/index.html";
const LANDING = "/landing.html";
/** A browser has six connections to a server: some stay free for the page. */
const CONCURRENCY = 4;

export class AppShell {
  readonly #scope: ServiceWorkerGlobalScope;
  readonly #files = new PrecacheController({ plugins: [{ cacheWillUpdate: ownOrNone }] });
  /** The shell is cached last: if it is there, so is its build. */
  readonly #entries: readonly PrecacheEntry[];
  readonly #ownPages = new Set<string>();
  #fetching: Promise<void> | undefined;
  /** Stored until no page of theirs is open. A worker that ends before leaves them to the next build. */
  #olderFiles: readonly Request[] = [];

  constructor(scope: ServiceWorkerGlobalScope, manifest: readonly PrecacheEntry[]) {
    this.#scope = scope;
    this.#entries = [...manifest.filter((entry) => !isShell(entry)), ...manifest.filter(isShell)];
    this.#files.addToCacheList([...this.#entries]);
  }

  /**
   * Only on devices that have the app, or have it open. If a file fails or a foreign answer comes, the older
   * build stays. Cached foreign answers are deleted first.
   */
  async install(event: ExtendableEvent): Promise<void> {
    const isWanted = (await this.#isCachedInAnyBuild()) || (await this.#openScreens()).length > 0;
    const cache = await this.#cache();
    await Promise.all((await cache.keys()).map((key) => ownIn(cache, key)));
    if (isWanted) await this.#fetchAll(event);
  }

  async activate(): Promise<void> {
    await deleteOutdatedCaches(this.#files.strategy.cacheName);
    // A newer build may add its own while this one runs.
    const own = new Set(this.#files.getURLsToCacheKeys().values());
    this.#olderFiles = (await this.#cachedRequests()).filter(({ url }) => !own.has(url));
    await this.#deleteOlderFiles();
  }

  /**
   * At each page start and after a possible failure: fetches missing files, deletes those of older builds.
   */
  async keep(event: ExtendableMessageEvent): Promise<void> {
    if (event.source && "id" in event.source) this.#ownPages.add(event.source.id);
    // Only during an installation does the controller store files.
    const asInstallation = { type: "install", waitUntil: (work: Promise<unknown>) => event.waitUntil(work) };
    if (!(await this.#isWhole()))
      await (this.#fetching ??= this.#fetchAll(asInstallation as ExtendableEvent).finally(
        () => (this.#fetching = undefined),
      ));
    await this.#deleteOlderFiles();
  }

  /**
   * The server no longer has these files, and an older page whose reload waits for typed text may need one.
   */
  async #deleteOlderFiles(): Promise<void> {
    const screens = await this.#openScreens();
    if (!screens.every(({ id }) => this.#ownPages.has(id))) return;
    const cache = await this.#cache();
    await Promise.all(this.#olderFiles.map((file) => cache.delete(file)));
    this.#olderFiles = [];
  }

  /**
   * Files with a hash in their name come several at once, as round trips are slow on a phone. The rest
   * bypasses the HTTP cache, which may hold a foreign answer.
   */
  async #fetchAll(event: ExtendableEvent): Promise<void> {
    const ahead = (await this.#missing()).filter((entry) => this.#keyOf(entry) === urlOf(entry));
    const limit = pLimit(CONCURRENCY);
    await Promise.allSettled(ahead.map((entry) => limit(() => this.#fetch(entry, event, "default"))));
    for (const entry of await this.#missing()) await this.#fetch(entry, event, "reload");
  }

  async #fetch(entry: PrecacheEntry, event: ExtendableEvent, cache: RequestCache): Promise<void> {
    const request = new Request(urlOf(entry), {
      cache,
      credentials: "same-origin",
      ...(entry.integrity === undefined ? {} : { integrity: entry.integrity }),
    });
    await Promise.all(
      this.#files.strategy.handleAll({ request, event, params: { cacheKey: this.#keyOf(entry) } }),
    );
  }

  /** Undefined if the app is not whole here: the shell alone stays blank. */
  shell = (): Promise<Response | undefined> => this.#own(SHELL);

  async landing(): Promise<Response | undefined> {
    return (await this.shell()) && this.#own(LANDING);
  }

  lists({ url }: Request): boolean {
    return this.#files.getCacheKeyForURL(url) !== undefined;
  }

  /** Also of an older build, which an open page may need. */
  file = async ({ url }: Request): Promise<Response | undefined> =>
    (await this.#own(url)) ?? ownIn(await this.#cache(), url);

  async #isWhole(): Promise<boolean> {
    return (await this.#missing()).length === 0;
  }

  async #missing(): Promise<PrecacheEntry[]> {
    const cached = new Set((await this.#cachedRequests()).map(({ url }) => url));
    return this.#entries.filter((entry) => !cached.has(this.#keyOf(entry)));
  }

  async #isCachedInAnyBuild(): Promise<boolean> {
    return (await this.#cachedRequests()).some(({ url }) => new URL(url).pathname === SHELL);
  }

  async #openScreens(): Promise<readonly Client[]> {
    const windows = await this.#scope.clients.matchAll({ type: "window", includeUncontrolled: true });
    return windows.filter(({ url }) => isScreenPath(new URL(url).pathname));
  }

  async #own(url: string): Promise<Response | undefined> {
    const key = this.#files.getCacheKeyForURL(url);
    return key === undefined ? undefined : ownIn(await this.#cache(), key);
  }

  #keyOf = (entry: PrecacheEntry): string => this.#files.getCacheKeyForURL(urlOf(entry)) ?? "";

  #cachedRequests = async (): Promise<readonly Request[]> => (await this.#cache()).keys();

  #cache = (): Promise<Cache> => caches.open(this.#files.strategy.cacheName);
}

const urlOf = ({ url }: PrecacheEntry): string => new URL(url, location.href).href;

const isShell = (entry: PrecacheEntry): boolean => new URL(urlOf(entry)).pathname === SHELL;

const ownOrNone = async ({ response }: { response: Response }): Promise<Response | null> =>
  response.status === 200 && isOurs(response) ? response : null;
