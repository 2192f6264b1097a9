import { useSyncExternalStore } from "react";

/** The network as the browser reports it; `unknown` in a prerendered page. */
export const useNetwork = (): "online" | "offline" | "unknown" =>
  useSyncExternalStore(
    subscribe,
    () => (navigator.onLine ? "online" : "offline"),
    () => "unknown",
  );

/** False only when the browser reports no network. */
export const useOnline = (): boolean => useNetwork() !== "offline";

function subscribe(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}
