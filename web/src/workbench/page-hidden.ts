/**
 * Calls when this page goes out of sight, which is the last that a page hears before a phone ends it. WebKit must begin no transaction once
 * the page is being left (local-store/end-with-page.ts). Returns how to stop.
 */
export function onPageHidden(
  listener: () => void,
  { vendor }: Pick<Navigator, "vendor"> = navigator,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const mayWriteWhileLeft = !vendor.startsWith("Apple");
  let isBeingLeft = false;
  const leave = () => {
    isBeingLeft = true;
    if (mayWriteWhileLeft) listener();
  };
  addEventListener("pagehide", leave, { signal });
  addEventListener("pageshow", () => (isBeingLeft = false), { signal });
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "hidden" && (mayWriteWhileLeft || !isBeingLeft) && listener(),
    { signal },
  );
  return () => listening.abort();
}
