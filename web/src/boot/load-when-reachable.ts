import { isOurs } from "@shelv/contract/answer-origin";
import { SERVER_PATHS } from "@shelv/contract/paths";
import { pause, settleWithin } from "#platform/wait";
import { reloadWhenIdle } from "#platform/reload";

/** A network just back, or about to fail, drops a few requests while reported online. */
const PAUSES_MS = [1000, 3000];
const CHECK_EVERY_MS = 3000;
const ANSWERS_WITHIN_MS = 10_000;
/** A sheet may belong to another part, or be stuck: no part waits longer. */
const STYLES_WITHIN_MS = 2000;

type Options = {
  onMissing?: () => void;
  /** False for a prefetch, which may fail. */
  isWanted?: boolean;
};

/**
 * Loads a part of the app; the screen and its typed text survive a failure:
 * - Without the network, waits for it and the server, then retries.
 * - A browser remembers a failed module until the page is left: offline nothing is requested, unless a
 * service worker may have it.
 * - If a part stays missing, reloads the page once no typed text would be lost. Rejects if that happened
 * shortly before.
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
      const part = await load();
      await pendingStyles();
      return part;
    } catch (error) {
      onMissing();
      if (!(await answers())) await untilWorthTrying();
      else if (pauses.length > 0) await pause(pauses.shift() ?? 0);
      else if (isWanted) return reloadOnce(error);
      else throw error;
      await refetchStyles();
    }
  }
}

const AGAIN_AFTER_FAILURE_MS = 60_000;

/** Never rejects. */
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
/** A captive portal's answer does not count. */
const answers = () =>
  fetch(SERVER_PATHS.health, { cache: "no-store", signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).then(
    isOurs,
    () => false,
  );
/** A browser may wrongly report no network, and a service worker may have taken over by now. */
const isOutOfReach = async () => !navigator.onLine && !hasWorker() && !(await answers()) && !hasWorker();

let waiting: Promise<void> | null = null;

const untilWorthTrying = () => (waiting ??= untilChanged().finally(() => (waiting = null)));

/** The network is back, reported or not, or a service worker takes over that may have the file. */
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

/** At most once a minute, so that a missing part causes no loop. */
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

/** A link that still loads has no sheet either, but must not be replaced. */
const failedStyles = new Set<HTMLLinkElement>();

if (typeof window !== "undefined")
  addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedStyles.add(target);
    },
    { capture: true },
  );

/** A bundler waits for sheets that it requests, but not for those that another part has just requested. */
async function pendingStyles(): Promise<void> {
  if (typeof document === "undefined") return;
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  await Promise.all(links.filter((link) => !link.sheet && !failedStyles.has(link)).map(settledSoon));
}

const waits = new WeakMap<HTMLLinkElement, Promise<void>>();

/** Resolves when the sheet has loaded or failed, or `STYLES_WITHIN_MS` after a part first waited for it. */
function settledSoon(link: HTMLLinkElement): Promise<void> {
  const wait = waits.get(link) ?? settleWithin(STYLES_WITHIN_MS, settled(link));
  waits.set(link, wait);
  return wait;
}

const settled = (link: HTMLLinkElement) =>
  new Promise<void>((resolve) => {
    for (const outcome of ["load", "error"]) link.addEventListener(outcome, () => resolve(), { once: true });
  });

let refetching: Promise<unknown> | null = null;

/** A bundler requests a sheet once and assumes that it is there. */
const refetchStyles = () =>
  (refetching ??= Promise.all([...failedStyles].map(refetch)).finally(() => (refetching = null)));

function refetch(link: HTMLLinkElement): Promise<void> {
  failedStyles.delete(link);
  const again = link.cloneNode() as HTMLLinkElement;
  const isSettled = settled(again);
  link.replaceWith(again);
  return isSettled;
}
