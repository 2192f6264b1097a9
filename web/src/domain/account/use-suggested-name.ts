import { useEffect, useState } from "react";
import type { Availability } from "#words/availability";
import { suggestedNames } from "./suggested-names";
import { askAvailability } from "./use-availability";

/** A name is asked for after a pause in typing. */
const DEBOUNCE_MS = 500;
/** Each is a request. */
const ASKED_AT_MOST = 4;

/**
 * A free name close to one that is no valid username, or that is taken. Null while unknown, without an answer,
 * and if all are taken.
 */
export function useSuggestedName(typed: string, availability: Availability): string | null {
  const [found, setFound] = useState<{ typed: string; name: string } | null>(null);
  const isWanted = availability === "malformed" || availability === "taken";
  useEffect(() => {
    if (!isWanted) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    const timer = setTimeout(
      () =>
        void firstFree(suggestedNames(typed).slice(0, ASKED_AT_MOST), signal).then((name) => {
          if (!signal.aborted && name !== null) setFound({ typed, name });
        }),
      // A taken name was asked for after its own pause.
      availability === "taken" ? 0 : DEBOUNCE_MS,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [typed, isWanted, availability]);
  return isWanted && found?.typed === typed ? found.name : null;
}

async function firstFree([name, ...others]: readonly string[], signal: AbortSignal): Promise<string | null> {
  if (name === undefined || signal.aborted) return null;
  const answer = await askAvailability(name, signal);
  if (answer === "available") return name;
  // Without an answer, more questions have none either.
  return answer === "taken" ? firstFree(others, signal) : null;
}
