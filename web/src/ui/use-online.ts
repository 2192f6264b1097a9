import { useSyncExternalStore } from "react";

/** What the browser believes of the network. While the build draws a page nobody can say. */
export const useNetwork = (): "online" | "offline" | "unknown" =>
  useSyncExternalStore(
    subscribe,
    () => (navigator.onLine ? "online" : "offline"),
    () => "unknown",
  );

/** Whether there is a network, as far as anybody knows. */
export const useOnline = (): boolean => useNetwork() !== "offline";

function subscribe(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}
