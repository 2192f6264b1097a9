import { useLayoutEffect, useState } from "react";

/** Content as high as the frame plus something grows forever; an owner's CSS can do that. */
const GROWTHS_IN_A_ROW = 8;
const MAX_PX = 2000;

/** In px; null until known. */
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
