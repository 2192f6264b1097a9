import { useEffect, useState } from "react";
import { afterPaint } from "#platform/after-paint";

/** False in a component's first frame: what can wait renders in the next one, so that the first comes sooner. */
export function useAfterFirstFrame(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    let isGone = false;
    afterPaint(() => !isGone && setDrawn(true));
    return () => {
      isGone = true;
    };
  }, []);
  return isDrawn;
}
