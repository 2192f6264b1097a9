/**
 * Loads a part of the app. Where the network is gone before the part has come, it is asked for again once the network is back, rather
 * than taking the whole screen down with what is typed there. Rejects where it does not come though the network is there.
 */
export async function loadWhenReachable<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) throw error;
      await untilOnline();
      await Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ sheet }) => sheet === null).map(refetch));
    }
  }
}

const untilOnline = () => new Promise<void>((resolve) => addEventListener("online", () => resolve(), { once: true }));

/** A bundler asks for a style sheet once, and takes it as there from then on. */
const refetch = (link: HTMLLinkElement) =>
  new Promise<void>((resolve) => {
    const again = link.cloneNode() as HTMLLinkElement;
    for (const outcome of ["load", "error"]) again.addEventListener(outcome, () => resolve(), { once: true });
    link.replaceWith(again);
  });
