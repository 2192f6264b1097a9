import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { touchUpWords as words } from "#words/screens/items";
import type { Brush, Point } from "./brush-mask";
import { movedBrush } from "./move-brush";
import type { Painting } from "./painting";
import styles from "./touch-up.module.css";

type PaintedPictureProps = {
  painting: Painting;
  brush: Brush;
  hintId: string;
  /** A stroke has ended. */
  onStroke: () => void;
};

/** Painted with a pointer, or with arrow keys and Space. */
export function PaintedPicture({ painting, brush, hintId, onStroke }: PaintedPictureProps) {
  const { width, height } = painting.pixels;
  const place = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<Point>({ x: width / 2, y: height / 2 });
  const [said, setSaid] = useState("");
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => painting.showOn(canvas.current), [painting]);
  // What had the focus while the picture loaded is gone.
  useEffect(() => place.current?.focus({ preventScroll: true }), []);

  const endStroke = () => {
    if (!painting.isPainting) return;
    painting.endStroke();
    onStroke();
  };
  const pointAt = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = place.current?.getBoundingClientRect() ?? new DOMRect();
    return {
      x: ((clientX - box.left) * width) / Math.max(1, box.width),
      y: ((clientY - box.top) * height) / Math.max(1, box.height),
    };
  };
  const beginStroke = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || painting.isPainting) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setCursor(pointAt(event));
    painting.paintTo(pointAt(event), brush);
  };
  const followPointer = (event: PointerEvent<HTMLDivElement>) => {
    // A second finger paints nothing.
    const isOfStroke = event.currentTarget.hasPointerCapture(event.pointerId);
    if (painting.isPainting && !isOfStroke) return;
    setCursor(pointAt(event));
    if (!painting.isPainting) return;
    const between = event.nativeEvent.getCoalescedEvents();
    for (const each of between.length > 0 ? between : [event]) painting.paintTo(pointAt(each), brush);
  };

  const say = (at: Point) =>
    setSaid(
      words.cursor({
        brush: brush.keeps ? words.keep : words.remove,
        across: Math.round((100 * at.x) / width),
        down: Math.round((100 * at.y) / height),
        isKept: painting.isKept(at),
      }),
    );
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.key === " " ? cursor : movedBrush(cursor, event, { width, height });
    if (!at) return;
    event.preventDefault();
    setCursor(at);
    if (event.key === " " || painting.isPainting) painting.paintTo(at, brush);
    say(at);
  };

  const share = (value: number, of: number) => `${(100 * value) / of}%`;
  return (
    <div className={styles["place"]}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application has its own keys */}
      <div
        ref={place}
        className={styles["picture"]}
        style={{ aspectRatio: `${width} / ${height}`, "--shape": width / height } as React.CSSProperties}
        // A screen reader passes the keys on.
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application has its own keys
        tabIndex={0}
        aria-label={words.picture}
        aria-describedby={hintId}
        onPointerDown={beginStroke}
        onPointerMove={followPointer}
        onPointerUp={endStroke}
        onPointerCancel={endStroke}
        onKeyDown={handleKey}
        onKeyUp={(event) => event.key === " " && endStroke()}
        onFocus={() => say(cursor)}
        onBlur={endStroke}
      >
        <canvas ref={canvas} width={width} height={height} aria-hidden="true" />
        <span
          className={styles["brush"]}
          data-keeps={brush.keeps || undefined}
          aria-hidden="true"
          style={{
            left: share(cursor.x, width),
            top: share(cursor.y, height),
            width: share(2 * brush.radius, width),
          }}
        />
      </div>
      <output className="visually-hidden">{said}</output>
    </div>
  );
}
