import { useLayoutEffect, useState } from "react";

/** What is as high as the frame, and a little more, would have it grow without end: an owner's own style sheet may say so. */
const GROWTHS_IN_A_ROW = 8;
const MAX_PX = 2000;

/** How high what stands in a frame's document is, in pixels; null until it is known. */
export function useContentHeight(inside: Document | null): number | null {
  const [height, setHeight] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (!inside) return undefined;
    let last = 0;
    let growths = 0;
    const watcher = new ResizeObserver(() => {
      const now = Math.ceil(inside.body.getBoundingClientRect().height);
      growths = now > last ? growths + 1 : 0;
      if (now === 0 || growths > GROWTHS_IN_A_ROW) return;
      last = now;
      setHeight(Math.min(now, MAX_PX));
    });
    watcher.observe(inside.body);
    return () => watcher.disconnect();
  }, [inside]);
  return height;
}
