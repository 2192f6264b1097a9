import { useLayoutEffect, useState } from "react";

/** How high what stands in a frame's document is, in pixels; null until it is known. */
export function useContentHeight(inside: Document | null): number | null {
  const [height, setHeight] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (!inside) return undefined;
    const watcher = new ResizeObserver(() => setHeight(Math.ceil(inside.body.getBoundingClientRect().height) || null));
    watcher.observe(inside.body);
    return () => watcher.disconnect();
  }, [inside]);
  return height;
}
