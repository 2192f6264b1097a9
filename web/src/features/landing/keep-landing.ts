/** Has the service worker keep this page, so that it opens again without a network; the editor is not loaded for that. */
export function cacheLanding(): void {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || serviceWorker === undefined) return;
  const keep = async () => {
    // A registration that is there already is left alone: the app keeps its own up to date.
    if (!(await serviceWorker.getRegistration("/"))) await serviceWorker.register("/service-worker.js");
    (await serviceWorker.ready).active?.postMessage({ type: "keep-landing" });
  };
  // Not keeping the page costs the visitor nothing now, so a failure is not worth a word.
  const start = () => void keep().catch(() => undefined);
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
}
