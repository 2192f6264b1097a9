/** A network that has just come back, or is about to go, fails a few requests and says that it is there. */
const PAUSES_MS = [1000, 3000, 9000];

/**
 * Loads a part of the app. Where the network fails it, it is asked for again, after a pause or once the network is back, rather than
 * taking the whole screen down with what is typed there. Rejects where it does not come though the network is there.
 */
export async function loadWhenReachable<T>(load: () => Promise<T>): Promise<T> {
  const pauses = [...PAUSES_MS];
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!navigator.onLine) await untilOnline();
      else if (pauses.length > 0) await pause(pauses.shift());
      else throw error;
      await refetchStyles();
    }
  }
}

const untilOnline = () => new Promise<void>((resolve) => addEventListener("online", () => resolve(), { once: true }));
const pause = (ms: number | undefined) => new Promise((resolve) => setTimeout(resolve, ms));

let refetching: Promise<unknown> | null = null;

/** A bundler asks for a style sheet once, and takes it as there from then on. Several parts may miss the same one. */
const refetchStyles = () => (refetching ??= Promise.all(missingStyles().map(refetch)).finally(() => (refetching = null)));

const missingStyles = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ sheet }) => sheet === null);

const refetch = (link: HTMLLinkElement) =>
  new Promise<void>((resolve) => {
    const again = link.cloneNode() as HTMLLinkElement;
    for (const outcome of ["load", "error"]) again.addEventListener(outcome, () => resolve(), { once: true });
    link.replaceWith(again);
  });
