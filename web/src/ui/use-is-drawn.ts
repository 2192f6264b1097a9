import { useEffect, useState } from "react";
import { afterPaint } from "./after-paint";

/** False in the first frame of a part: what it can do without has that frame come sooner, and follows in the next. */
export function useIsDrawn(): boolean {
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
