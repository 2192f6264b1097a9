import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** At most 1, for content `width` px wide. */
export function useScale(width: number | undefined): {
  place: RefObject<HTMLDivElement | null>;
  scale: number;
} {
  const place = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element || width === undefined) return undefined;
    const watcher = new ResizeObserver(() => setScale(Math.min(1, element.clientWidth / width) || 1));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [width]);
  return { place, scale };
}
