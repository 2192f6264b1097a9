/**
 * The last event before a phone may end the page; WebKit must start no transaction after it
 * (local-store/boot/abort-on-pagehide.ts). Returns how to stop.
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
