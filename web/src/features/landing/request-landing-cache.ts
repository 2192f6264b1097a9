/** Asks the service worker to cache this page, so that it opens offline; the editor is not loaded for that. */
export function requestLandingCache(): void {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || serviceWorker === undefined) return;
  const cache = async () => {
    // An existing registration is left alone: the app updates its own.
    if (!(await serviceWorker.getRegistration("/"))) await serviceWorker.register("/service-worker.js");
    (await serviceWorker.ready).active?.postMessage({ type: "keep-landing" });
  };
  // A failure costs the visitor nothing now, so it is ignored.
  const start = () => void cache().catch(() => undefined);
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
}
