import { useEffect, useState } from "react";
import type { Availability } from "#words/availability";
import { suggestedNames } from "./suggested-names";
import { askAvailability } from "./use-availability";

const DEBOUNCE_MS = 500;
const ASKED_AT_MOST = 4;

/** Close to one that is invalid or taken. Null while unknown, without an answer, and if all are taken. */
export function useSuggestedName(typed: string, availability: Availability): string | null {
  const [found, setFound] = useState<{ typed: string; name: string } | null>(null);
  const isWanted = availability === "malformed" || availability === "taken";
  useEffect(() => {
    if (!isWanted) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    const ask = async () => {
      const name = await firstFree(suggestedNames(typed).slice(0, ASKED_AT_MOST), signal);
      if (!signal.aborted && name !== undefined) setFound({ typed, name });
    };
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [typed, isWanted]);
  return isWanted && found?.typed === typed ? found.name : null;
}

async function firstFree(names: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  for (const name of names) {
    // One by one: the first is nearly always free.
    const answer = await askAvailability(name, signal);
    if (answer === "available") return name;
    if (answer !== "taken") return undefined;
  }
  return undefined;
}
