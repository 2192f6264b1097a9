import { useEffect, useState } from "react";
import { loadWhenReachable } from "./load-when-reachable";
import type { MissingPart } from "./part-note";

/**
 * A part of the app that is no component, fetched when a screen first needs it; `load` is a function of a module's own. Null until it
 * has come; where `load` is another, what came before stays until then. `missing`: the network failed it.
 */
export function usePart<T>(load: () => Promise<T>): { part: T | null; missing: MissingPart | null } {
  const [came, setCame] = useState<{ part: T } | null>(null);
  const [missing, setMissing] = useState<MissingPart | null>(null);
  useEffect(() => {
    let isGone = false;
    const unlessGone = (then: () => void) => {
      if (!isGone) then();
    };
    loadWhenReachable(load, { onMissing: () => unlessGone(() => setMissing("on-its-way")) }).then(
      (part) =>
        unlessGone(() => {
          setCame({ part });
          setMissing(null);
        }),
      () => unlessGone(() => setMissing("nowhere")),
    );
    return () => {
      isGone = true;
    };
  }, [load]);
  return { part: came?.part ?? null, missing };
}
