import { useEffect, useState } from "react";
import { afterPaint } from "#platform/wait";

/** False in the first frame: what can wait renders in the second. */
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
