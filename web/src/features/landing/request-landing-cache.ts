/** Caches the page to open offline; the editor is not loaded for that. */
export function requestLandingCache(): void {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || serviceWorker === undefined) return;
  const cache = async () => {
    // The app updates an existing registration.
    if (!(await serviceWorker.getRegistration("/"))) await serviceWorker.register("/service-worker.js");
    (await serviceWorker.ready).active?.postMessage({ type: "keep-landing" });
  };
  // A failure costs the visitor nothing now.
  const start = () => void cache().catch(() => undefined);
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
}
