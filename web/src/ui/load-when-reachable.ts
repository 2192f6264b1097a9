import { SERVER_PATHS } from "@shelv/contract/paths";
import { reloadWhenIdle } from "./reload";

/** A network that has just come back, or is about to go, fails a few requests and says that it is there. */
const PAUSES_MS = [1000, 3000];
const SERVER_PAUSE_MS = 3000;

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
export async function loadWhenReachable<T>(load: () => Promise<T>, { onMissing = () => undefined, isWanted = true }: Options = {}): Promise<T> {
  const pauses = [...PAUSES_MS];
  for (;;) {
    if (!navigator.onLine && !hasWorker()) {
      onMissing();
      await untilOnline();
    }
    try {
      return await load();
    } catch (error) {
      onMissing();
      if (!navigator.onLine) await untilOnline();
      else if (!(await answers())) await pause(SERVER_PAUSE_MS);
      else if (pauses.length > 0) await pause(pauses.shift());
      else if (isWanted) return reloadOnce(error);
      else throw error;
      await refetchStyles();
    }
  }
}

const hasWorker = () => "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;
const untilOnline = () => new Promise<void>((resolve) => addEventListener("online", () => resolve(), { once: true }));
const pause = (ms: number | undefined) => new Promise((resolve) => setTimeout(resolve, ms));
/** Whatever it says. */
const answers = () => fetch(SERVER_PATHS.health, { cache: "no-store" }).then(() => true, () => false);

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

if (typeof window !== "undefined") addEventListener("error", ({ target }) => {
  if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedStyles.add(target);
}, { capture: true });

let refetching: Promise<unknown> | null = null;

/** A bundler asks for a style sheet once, and takes it as there from then on. Several parts may miss the same one. */
const refetchStyles = () => (refetching ??= Promise.all([...failedStyles].map(refetch)).finally(() => (refetching = null)));

const refetch = (link: HTMLLinkElement) =>
  new Promise<void>((resolve) => {
    failedStyles.delete(link);
    const again = link.cloneNode() as HTMLLinkElement;
    for (const outcome of ["load", "error"]) again.addEventListener(outcome, () => resolve(), { once: true });
    link.replaceWith(again);
  });
