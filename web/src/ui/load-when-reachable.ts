import { isOurs } from "@shelv/contract/answer-origin";
import { SERVER_PATHS } from "@shelv/contract/paths";
import { reloadWhenIdle } from "./reload";

/** A network that has just come back, or is about to go, fails a few requests and says that it is there. */
const PAUSES_MS = [1000, 3000];
const LOOKS_EVERY_MS = 3000;
/** No network that carries a part of the app needs longer. */
const ANSWERS_WITHIN_MS = 10_000;

type Options = {
  /** Hears of each time that it did not come. */
  onMissing?: () => void;
  /** Somebody waits for it; otherwise it can wait for that. */
  isWanted?: boolean;
};

/**
 * Loads a part of the app. Where the network fails it, it is asked for again once the network and the server are back, rather than
 * taking the whole screen down with what is typed there. A browser remembers for as long as the page
 * stands that a script did not come: so none is asked for without a network where no worker could have it, and where one stays
 * missing the page is loaded anew, once nothing typed would be lost. Rejects where that has just been done.
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

/** For what the app cannot do without: where it is nowhere now, it is asked for again and again. Never rejects. */
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
/** Whether the server says anything. What another says in its place makes no file come. */
const answers = () =>
  fetch(SERVER_PATHS.health, { cache: "no-store", signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).then(
    isOurs,
    () => false,
  );
/** A browser may say for ever that it has no network while it has one, and a worker may come while that is found out. */
const isOutOfReach = async () => !navigator.onLine && !hasWorker() && !(await answers()) && !hasWorker();

let waiting: Promise<void> | null = null;

/** All that did not come wait together. */
const untilWorthTrying = () => (waiting ??= untilChanged().finally(() => (waiting = null)));

/** Until the browser says that there is a network, or has one without having said so, or a worker comes that may have what is missing. */
function untilChanged(): Promise<void> {
  return new Promise((resolve) => {
    const isOver = new AbortController();
    const { signal } = isOver;
    const end = () => {
      isOver.abort();
      clearTimeout(timer);
      resolve();
    };
    const look = async () => {
      if (navigator.onLine || (await answers())) end();
      else if (!signal.aborted) timer = setTimeout(() => void look(), LOOKS_EVERY_MS);
    };
    let timer = setTimeout(() => void look(), LOOKS_EVERY_MS);
    addEventListener("online", end, { signal });
    if ("serviceWorker" in navigator)
      navigator.serviceWorker.addEventListener("controllerchange", end, { signal });
  });
}

const RELOADED_KEY = "shelv-reloaded-for-part";
const AGAIN_AFTER_MS = 60_000;

/** A part that is nowhere must not make the page go round in circles. */
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

/** Those that did not come. One that is still on its way has no sheet either, and who waits for it would never hear of it again were it replaced. */
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

/** A bundler asks for a style sheet once, and takes it as there from then on. Several parts may miss the same one. */
const refetchStyles = () =>
  (refetching ??= Promise.all([...failedStyles].map(refetch)).finally(() => (refetching = null)));

const refetch = (link: HTMLLinkElement) =>
  new Promise<void>((resolve) => {
    failedStyles.delete(link);
    const again = link.cloneNode() as HTMLLinkElement;
    for (const outcome of ["load", "error"]) again.addEventListener(outcome, () => resolve(), { once: true });
    link.replaceWith(again);
  });
