import { isOurs } from "@shelv/contract/answer-origin";
import { SERVER_PATHS } from "@shelv/contract/paths";
import { reloadWhenIdle } from "./reload";

/** A network that has just returned, or is about to fail, drops a few requests while reported online. */
const PAUSES_MS = [1000, 3000];
const CHECK_EVERY_MS = 3000;
/** Longer than any network that can load a part of the app needs. */
const ANSWERS_WITHIN_MS = 10_000;

type Options = {
  /** Called at each failure. */
  onMissing?: () => void;
  /** The owner waits for it; a prefetch is not wanted and may fail. */
  isWanted?: boolean;
};

/**
 * Loads a part of the app. When the network fails, waits for the network and the server and tries again, so that the screen
 * and its typed text survive. A browser remembers a failed module for as long as the page lives, so nothing is requested
 * without a network unless a service worker may have it; if a part stays missing, the page reloads once no typed text would be
 * lost. Rejects if it reloaded shortly before.
 */
export async function loadWhenReachable<T>(
  load: () => Promise<T>,
  { onMissing = () => undefined, isWanted = true }: Options = {},
): Promise<T> {
  const pauses = [...PAUSES_MS];
  for (;;) {
    if (await isOutOfReach()) {
      onMissing();
      await untilWorthTrying();
    }
    try {
      return await load();
    } catch (error) {
      onMissing();
      if (!(await answers())) await untilWorthTrying();
      else if (pauses.length > 0) await pause(pauses.shift());
      else if (isWanted) return reloadOnce(error);
      else throw error;
      await refetchStyles();
    }
  }
}

const AGAIN_AFTER_FAILURE_MS = 60_000;

/** For parts that the app cannot work without: tries until it loads. Never rejects. */
export async function loadUntilThere<T>(
  load: () => Promise<T>,
  { isWanted = true }: Pick<Options, "isWanted"> = {},
): Promise<T> {
  try {
    return await loadWhenReachable(load, { isWanted });
  } catch {
    await pause(AGAIN_AFTER_FAILURE_MS);
    return loadUntilThere(load, { isWanted: false });
  }
}

const hasWorker = () => "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;
const pause = (ms: number | undefined) => new Promise((resolve) => setTimeout(resolve, ms));
/** Whether our server answers. A captive portal's answer does not count. */
const answers = () =>
  fetch(SERVER_PATHS.health, { cache: "no-store", signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).then(
    isOurs,
    () => false,
  );
/** A browser may wrongly report no network, and a service worker may take over during the check. */
const isOutOfReach = async () => !navigator.onLine && !hasWorker() && !(await answers()) && !hasWorker();

let waiting: Promise<void> | null = null;

/** All failed loads wait on one check. */
const untilWorthTrying = () => (waiting ??= untilChanged().finally(() => (waiting = null)));

/** Resolves when the network returns, reported or not, or a service worker takes over that may have the file. */
function untilChanged(): Promise<void> {
  return new Promise((resolve) => {
    const isOver = new AbortController();
    const { signal } = isOver;
    const end = () => {
      isOver.abort();
      clearTimeout(timer);
      resolve();
    };
    const check = async () => {
      if (navigator.onLine || (await answers())) end();
      else if (!signal.aborted) timer = setTimeout(() => void check(), CHECK_EVERY_MS);
    };
    let timer = setTimeout(() => void check(), CHECK_EVERY_MS);
    addEventListener("online", end, { signal });
    if ("serviceWorker" in navigator)
      navigator.serviceWorker.addEventListener("controllerchange", end, { signal });
  });
}

const RELOADED_KEY = "shelv-reloaded-for-part";
const AGAIN_AFTER_MS = 60_000;

/** At most one reload a minute, so that a missing part causes no reload loop. */
function reloadOnce(error: unknown): Promise<never> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_KEY)) < AGAIN_AFTER_MS) throw error;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  } catch {
    throw error;
  }
  reloadWhenIdle();
  return new Promise<never>(() => undefined);
}

/** Links that failed. A link that is still loading has no sheet either, but must not be replaced: its waiter would never hear of it. */
const failedStyles = new Set<HTMLLinkElement>();

if (typeof window !== "undefined")
  addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedStyles.add(target);
    },
    { capture: true },
  );

let refetching: Promise<unknown> | null = null;

/** A bundler requests a style sheet once and then assumes that it is there. Several parts may miss the same one. */
const refetchStyles = () =>
  (refetching ??= Promise.all([...failedStyles].map(refetch)).finally(() => (refetching = null)));

const refetch = (link: HTMLLinkElement) =>
  new Promise<void>((resolve) => {
    failedStyles.delete(link);
    const again = link.cloneNode() as HTMLLinkElement;
    for (const outcome of ["load", "error"]) again.addEventListener(outcome, () => resolve(), { once: true });
    link.replaceWith(again);
  });
