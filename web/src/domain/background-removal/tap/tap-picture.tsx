import { IconCrosshair } from "@tabler/icons-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { usePictureUrl } from "#session/use-picture-url";
import { tapWords as words } from "#words/screens/items";
import type { Tap } from "#domain/background-removal/cutout-answer";
import { movedBrush } from "#domain/background-removal/touch-up/move-brush";
import styles from "./tap-picture.module.css";

type TapPictureProps = {
  picture: string | null;
  tapped: Tap | null;
  takesFocus: boolean;
  onTap: (at: Tap) => void;
};

const STEPS = { width: 1000, height: 1000 };
const percent = (share: number) => Math.round(100 * share);

export function TapPicture({ picture, tapped, takesFocus, onTap }: TapPictureProps) {
  const url = usePictureUrl(picture, 640);
  const image = useRef<HTMLImageElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<Tap>({ x: 0.5, y: 0.5 });
  const [said, setSaid] = useState("");
  const hintId = useId();
  useEffect(() => {
    if (takesFocus) place.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  useLayoutEffect(() => {
    const element = place.current;
    const choices = element?.closest("fieldset");
    return () => {
      if (document.activeElement !== element) return;
      setTimeout(() => choices?.querySelector<HTMLElement>("input:checked")?.focus({ preventScroll: true }));
    };
  }, []);

  const tap = (at: Tap) => {
    setCursor(at);
    onTap(at);
  };
  const tapAt = ({ clientX, clientY }: MouseEvent) => {
    const box = image.current?.getBoundingClientRect();
    if (!box?.width || !box.height) return;
    const within = (share: number) => Math.min(1, Math.max(0, share));
    tap({ x: within((clientX - box.left) / box.width), y: within((clientY - box.top) / box.height) });
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTap = event.key === "Enter" || event.key === " ";
    const { width, height } = STEPS;
    const moved = movedBrush({ x: cursor.x * width, y: cursor.y * height }, event, STEPS);
    if (!isTap && !moved) return;
    event.preventDefault();
    if (!moved) return tap(cursor);
    const at = { x: moved.x / width, y: moved.y / height };
    setCursor(at);
    setSaid(words.cursor({ across: percent(at.x), down: percent(at.y) }));
  };

  const mark = tapped ?? cursor;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application has its own keys */}
      <div
        ref={place}
        className={styles["place"]}
        // A screen reader passes the keys on.
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application has its own keys
        tabIndex={0}
        aria-label={words.picture}
        aria-describedby={hintId}
        onClick={tapAt}
        onKeyDown={handleKey}
      >
        <span className={styles["picture"]}>
          {url && <img ref={image} src={url} alt="" draggable={false} />}
          <span
            className={styles["mark"]}
            data-tapped={tapped !== null || undefined}
            aria-hidden="true"
            style={{ left: `${100 * mark.x}%`, top: `${100 * mark.y}%` }}
          />
        </span>
        <span className={styles["hint"]} aria-hidden="true">
          {!tapped && <IconCrosshair size={18} />}
          {tapped ? words.tapped : words.tap}
        </span>
      </div>
      <span id={hintId} className="visually-hidden">
        {words.keys}
      </span>
      <output className="visually-hidden">{said}</output>
    </>
  );
}
