import { useEffect } from "react";
import { useOwner, useStored } from "#sync/owner-context.tsx";
import { isStale, knownFigures, type KnownFigures, refreshFigures } from "./figures";

const LOOK_EVERY_MS = 60_000;

/** What the server last counted; undefined until the store has answered, null where this device knows nothing. */
export function useFigures(): KnownFigures | null | undefined {
  const { store } = useOwner();
  useEffect(() => {
    const refresh = async () => {
      if (document.hidden || !navigator.onLine || !isStale(await knownFigures(store), Date.now())) return;
      await refreshFigures(store);
    };
    // Without an answer the last figures stand, with their age beside them.
    const look = () => void refresh().catch(() => undefined);
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    addEventListener("online", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      removeEventListener("online", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [store]);
  return useStored(knownFigures);
}
