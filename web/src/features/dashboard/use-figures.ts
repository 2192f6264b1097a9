import { useEffect, useRef } from "react";
import { useOwner, useStored } from "#sync/owner-context.tsx";
import { firstScreen } from "#ui/first-screen";
import { cursorHere, isStale, knownFigures, type KnownFigures, refreshFigures } from "./figures";

const LOOK_EVERY_MS = 60_000;
/** Whoever moves one shelf may move the next one, too. */
const SETTLED_AFTER_MS = 1000;

/** What the server last counted; undefined until the store has answered, null where this device knows nothing. */
export function useFigures(): KnownFigures | null | undefined {
  const { handle, call } = useOwner();
  const cursor = useStored(cursorHere);
  const hasLooked = useRef(false);
  useEffect(() => {
    if (cursor === undefined) return undefined;
    const refresh = async () => {
      if (document.hidden || !navigator.onLine) return;
      const store = await firstScreen.then(() => handle.loaded());
      if (!isStale(await knownFigures(store), Date.now(), cursor)) return;
      await refreshFigures({ store, call }, cursor);
    };
    // Without an answer the last figures stand, with their age beside them.
    const look = () => void refresh().catch(() => undefined);
    const first = setTimeout(look, hasLooked.current ? SETTLED_AFTER_MS : 0);
    hasLooked.current = true;
    const timer = setInterval(look, LOOK_EVERY_MS);
    addEventListener("online", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      removeEventListener("online", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [handle, call, cursor]);
  return useStored(knownFigures);
}
