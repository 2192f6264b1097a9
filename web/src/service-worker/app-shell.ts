/**
 * The app on this device: the shell and all its files, of one build. Somebody who only looks at a page never downloads
 * it: it is kept when the app itself asks for it, and from then on each new build of the worker brings its own.
 * A file is of this build where its hash is the one that the build listed; the landing page, which the server completes, where the server sent it.
 */
import { isOurs } from "@shelv/contract/answer-origin";
import { PrecacheController } from "workbox-precaching/PrecacheController.js";
import { deleteOutdatedCaches } from "workbox-precaching/utils/deleteOutdatedCaches.js";
import type { PrecacheEntry } from "workbox-precaching";
import { ownIn } from "./own-answers.ts";
import { isScreenPath } from "./request-policy.ts";
import { severalAtOnce } from "./several-at-once.ts";

const SHELL = "/index.html";
const LANDING = "/landing.html";
/** Of a browser's six to one server, some stay free for the page. */
const AT_ONCE = 4;

export class AppShell {
  readonly #scope: ServiceWorkerGlobalScope;
  readonly #files = new PrecacheController({ plugins: [{ cacheWillUpdate: ownOrNone }] });
  /** The shell is kept last: where it is, so is everything else of its build, and one look tells. */
  readonly #entries: readonly PrecacheEntry[];
  /** The pages that began with this build. */
  readonly #ownPages = new Set<string>();
  /** What is being fetched: who asks for it meanwhile waits for the same. */
  #fetching: Promise<void> | undefined;
  /** What older builds left, until no page of theirs is open. A worker that was ended meanwhile leaves it to the next build. */
  #olderFiles: readonly Request[] = [];

  constructor(scope: ServiceWorkerGlobalScope, manifest: readonly PrecacheEntry[]) {
    this.#scope = scope;
    this.#entries = [...manifest.filter((entry) => !isShell(entry)), ...manifest.filter(isShell)];
    this.#files.addToCacheList([...this.#entries]);
  }

  /**
   * At installation: only for those who have the app, or have it open. If a file fails, or another answers in the server's place, so does this
   * build, and the older one stays. What an older one took from another goes first: without it, that one asks the server too.
   */
  async install(event: ExtendableEvent): Promise<void> {
    const isWanted = (await this.#isKeptInAnyBuild()) || (await this.#openScreens()).length > 0;
    const cache = await this.#cache();
    await Promise.all((await cache.keys()).map((key) => ownIn(cache, key)));
    if (isWanted) await this.#fetchAll(event);
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
    if (!(await this.#isWhole()))
      await (this.#fetching ??= this.#fetchAll(asInstallation as ExtendableEvent).finally(
        () => (this.#fetching = undefined),
      ));
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
   * One file after the other would be, on a phone, a round trip for each of more than a hundred. So those whose names say what is in them
   * go ahead, several at once. What is left comes in order and past the browser's own cache, which may hold what another answered: the
   * others, and those that failed.
   */
  async #fetchAll(event: ExtendableEvent): Promise<void> {
    const ahead = (await this.#missing()).filter((entry) => this.#keyOf(entry) === urlOf(entry));
    await severalAtOnce(ahead, AT_ONCE, (entry) => this.#fetch(entry, event, "default"));
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

  /** The shell, or undefined where the app is not kept on this device: a shell without all of its files stays blank. */
  shell = (): Promise<Response | undefined> => this.#own(SHELL);

  /** The landing page, which comes with the app. */
  async landing(): Promise<Response | undefined> {
    return (await this.shell()) && this.#own(LANDING);
  }

  /** Whether this is a file of this build. */
  lists({ url }: Request): boolean {
    return this.#files.getCacheKeyForURL(url) !== undefined;
  }

  /** A file of this build, or of an older one that an open page may need, where it is on this device. */
  file = async ({ url }: Request): Promise<Response | undefined> =>
    (await this.#own(url)) ?? ownIn(await this.#cache(), url);

  async #isWhole(): Promise<boolean> {
    return (await this.#missing()).length === 0;
  }

  async #missing(): Promise<PrecacheEntry[]> {
    const kept = new Set((await this.#keptRequests()).map(({ url }) => url));
    return this.#entries.filter((entry) => !kept.has(this.#keyOf(entry)));
  }

  async #isKeptInAnyBuild(): Promise<boolean> {
    return (await this.#keptRequests()).some(({ url }) => new URL(url).pathname === SHELL);
  }

  async #openScreens(): Promise<readonly Client[]> {
    const windows = await this.#scope.clients.matchAll({ type: "window", includeUncontrolled: true });
    return windows.filter(({ url }) => isScreenPath(new URL(url).pathname));
  }

  /** A file of this build by its address. */
  async #own(url: string): Promise<Response | undefined> {
    const key = this.#files.getCacheKeyForURL(url);
    return key === undefined ? undefined : ownIn(await this.#cache(), key);
  }

  #keyOf = (entry: PrecacheEntry): string => this.#files.getCacheKeyForURL(urlOf(entry)) ?? "";

  #keptRequests = async (): Promise<readonly Request[]> => (await this.#cache()).keys();

  #cache = (): Promise<Cache> => caches.open(this.#files.strategy.cacheName);
}

const urlOf = ({ url }: PrecacheEntry): string => new URL(url, location.href).href;

const isShell = (entry: PrecacheEntry): boolean => new URL(urlOf(entry)).pathname === SHELL;

const ownOrNone = async ({ response }: { response: Response }): Promise<Response | null> =>
  response.status === 200 && isOurs(response) ? response : null;
