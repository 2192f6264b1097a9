import { useEffect, useState } from "react";
import { loadWhenReachable } from "#boot/load-when-reachable";
import type { LoadProblem } from "#ui/feedback/load-error.tsx";

/**
 * Loaded when a screen first needs it; `load` is at module level. `loaded`: null until then; after `load`
 * changes, the previous value until the new one. `problem`: of the network.
 */
export function useLazyModule<T>(load: () => Promise<T>): { loaded: T | null; problem: LoadProblem | null } {
  const [result, setResult] = useState<{ loaded: T } | null>(null);
  const [problem, setProblem] = useState<LoadProblem | null>(null);
  useEffect(() => {
    let isGone = false;
    const unlessGone = (then: () => void) => {
      if (!isGone) then();
    };
    loadWhenReachable(load, { onMissing: () => unlessGone(() => setProblem("waiting")) }).then(
      (loaded) =>
        unlessGone(() => {
          setResult({ loaded });
          setProblem(null);
        }),
      () => unlessGone(() => setProblem("failed")),
    );
    return () => {
      isGone = true;
    };
  }, [load]);
  return { loaded: result?.loaded ?? null, problem };
}
