import { useSyncExternalStore } from "react";

export const useNetwork = (): "online" | "offline" | "unknown" =>
  useSyncExternalStore(
    subscribe,
    () => (navigator.onLine ? "online" : "offline"),
    () => "unknown",
  );

export const useOnline = (): boolean => useNetwork() !== "offline";

function subscribe(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}
