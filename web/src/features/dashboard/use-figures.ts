import { useEffect, useRef } from "react";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { firstScreen } from "#boot/first-screen";
import { cursorHere, isStale, knownFigures, type KnownFigures, refreshFigures } from "./figures";

const CHECK_EVERY_MS = 60_000;
/** The owner may move several shelves in a row. */
const SETTLED_AFTER_MS = 1000;

/** Undefined until the store answers, null if there are none. */
export function useFigures(): KnownFigures | null | undefined {
  const { readStore, call } = useOwner();
  const cursor = useLiveQuery(cursorHere);
  const hasChecked = useRef(false);
  useEffect(() => {
    if (cursor === undefined) return undefined;
    const refresh = async () => {
      if (document.hidden || !navigator.onLine) return;
      await firstScreen;
      if (!isStale(await readStore(knownFigures), Date.now(), cursor)) return;
      await refreshFigures({ readStore, call }, cursor);
    };
    const check = () => void refresh().catch(() => undefined);
    const first = setTimeout(check, hasChecked.current ? SETTLED_AFTER_MS : 0);
    hasChecked.current = true;
    const timer = setInterval(check, CHECK_EVERY_MS);
    addEventListener("online", check);
    document.addEventListener("visibilitychange", check);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      removeEventListener("online", check);
      document.removeEventListener("visibilitychange", check);
    };
  }, [readStore, call, cursor]);
  return useLiveQuery(knownFigures);
}
