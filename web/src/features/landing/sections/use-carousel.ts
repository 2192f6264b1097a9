import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";

/** In step with pricing.css: wider screens show the cards side by side. */
const PHONE = "(max-width: 47.99em)";

type Carousel<T extends string> = {
  trackRef: RefObject<HTMLDivElement | null>;
  /** Only on phones with script. */
  isCarousel: boolean;
  shown: T;
  show: (name: T) => void;
};

/** The card in the middle of the row is the current one. */
export function useCarousel<T extends string>(names: readonly [T, ...T[]]): Carousel<T> {
  const trackRef = useRef<HTMLDivElement>(null);
  const isCarousel = useSyncExternalStore(
    onPhoneChange,
    () => matchMedia(PHONE).matches,
    () => false,
  );
  const [shown, setShown] = useState<T>(names[0]);

  useEffect(() => {
    const track = trackRef.current;
    if (!track || !isCarousel) return undefined;
    const follow = () => {
      const middle = track.scrollLeft + track.clientWidth / 2;
      const at = [...track.children].findIndex(
        (card) => (card as HTMLElement).offsetLeft + (card as HTMLElement).offsetWidth > middle,
      );
      setShown(names[at] ?? names[0]);
    };
    track.addEventListener("scroll", follow, { passive: true });
    return () => track.removeEventListener("scroll", follow);
  }, [isCarousel, names]);

  const show = (name: T) => {
    const track = trackRef.current;
    const card = track?.children[names.indexOf(name)];
    if (!track || !(card instanceof HTMLElement)) return;
    setShown(name);
    track.scrollTo({ left: card.offsetLeft - (track.clientWidth - card.offsetWidth) / 2 });
  };
  return { trackRef, isCarousel, shown, show };
}

function onPhoneChange(onChange: () => void): () => void {
  const media = matchMedia(PHONE);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}
