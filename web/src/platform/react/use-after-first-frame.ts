import { useEffect, useState } from "react";
import { afterPaint } from "#platform/wait";

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
