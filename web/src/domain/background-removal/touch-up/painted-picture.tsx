import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { touchUpWords as words } from "#words/screens/items";
import type { Brush, Point } from "./brush-mask";
import { Fingers } from "./fingers";
import { movedBrush } from "./move-brush";
import type { Painting } from "./painting";
import {
  inFrame,
  inPicture,
  panned,
  pinched,
  type PictureView,
  showing,
  WHOLE_PICTURE,
  ZOOM_STEP,
  zoomed,
} from "./picture-view";
import styles from "./touch-up.module.css";

const WHEEL_ZOOM = 0.01;

type PaintedPictureProps = {
  painting: Painting;
  brush: Brush;
  view: PictureView;
  onView: (change: (view: PictureView) => PictureView) => void;
  hintId: string;
  onStroke: () => void;
};

export function PaintedPicture({ painting, brush, view, onView, hintId, onStroke }: PaintedPictureProps) {
  const { width, height } = painting.pixels;
  const place = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<Point>({ x: width / 2, y: height / 2 });
  const [said, setSaid] = useState("");
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => painting.showOn(canvas.current), [painting]);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const inFrameAt = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = place.current?.getBoundingClientRect() ?? new DOMRect();
    return {
      x: (clientX - box.left) / Math.max(1, box.width),
      y: (clientY - box.top) / Math.max(1, box.height),
    };
  };
  const toPixels = ({ x, y }: Point): Point => ({ x: x * width, y: y * height });
  const toShares = ({ x, y }: Point): Point => ({ x: x / width, y: y / height });
  const pointAt = (event: { clientX: number; clientY: number }) =>
    toPixels(inPicture(view, inFrameAt(event)));
  useWheel(place, (event) => {
    if (event.ctrlKey) {
      const factor = Math.exp(-event.deltaY * WHEEL_ZOOM);
      onView((before) => zoomed(before, factor, inFrameAt(event)));
      return true;
    }
    if (view.zoom === 1) return false;
    const { width: across, height: down } = place.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    onView((before) => panned(before, { x: -event.deltaX / across, y: -event.deltaY / down }));
    return true;
  });

  const paintTo = (point: Point) => painting.paintTo(point, { ...brush, radius: brush.radius / view.zoom });
  const endStroke = () => {
    if (!painting.isPainting) return;
    painting.endStroke();
    onStroke();
  };
  const [fingers] = useState(() => new Fingers());
  const putDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const role = fingers.add(event.pointerId, inFrameAt(event), event.timeStamp);
    if (role === "pinches") painting.cancelStroke();
    if (role !== "paints") return;
    endStroke();
    setCursor(pointAt(event));
    paintTo(pointAt(event));
  };
  const followPointer = (event: PointerEvent<HTMLDivElement>) => {
    const pinch = fingers.move(event.pointerId, inFrameAt(event));
    if (pinch) return onView((before) => pinched(before, pinch.from, pinch.to));
    const paints = fingers.paints(event.pointerId);
    if (!paints && (painting.isPainting || !fingers.isNone)) return;
    setCursor(pointAt(event));
    if (!paints) return;
    const between = event.nativeEvent.getCoalescedEvents();
    for (const each of between.length > 0 ? between : [event]) paintTo(pointAt(each));
  };
  const lift = ({ pointerId }: PointerEvent<HTMLDivElement>) => {
    if (fingers.paints(pointerId)) endStroke();
    fingers.remove(pointerId);
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
    const zoom = ZOOM_KEYS[event.key];
    if (zoom !== undefined) {
      event.preventDefault();
      return onView((before) =>
        zoom === 0 ? WHOLE_PICTURE : zoomed(before, zoom, inFrame(before, toShares(cursor))),
      );
    }
    const at = event.key === " " ? cursor : movedBrush(cursor, event, { width, height }, view.zoom);
    if (!at) return;
    event.preventDefault();
    setCursor(at);
    onView((before) => showing(before, toShares(at)));
    if (event.key === " " || painting.isPainting) paintTo(at);
    say(at);
  };

  const percent = (share: number) => `${100 * share}%`;
  const brushAt = inFrame(view, toShares(cursor));
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
        onPointerDown={putDown}
        onPointerMove={followPointer}
        onPointerUp={lift}
        onPointerCancel={lift}
        onKeyDown={handleKey}
        onKeyUp={(event) => event.key === " " && endStroke()}
        onFocus={() => say(cursor)}
        onBlur={endStroke}
      >
        <canvas
          ref={canvas}
          width={width}
          height={height}
          aria-hidden="true"
          style={{
            transform: `translate(${percent(-view.left * view.zoom)}, ${percent(-view.top * view.zoom)}) scale(${view.zoom})`,
          }}
        />
        <span
          className={styles["brush"]}
          data-keeps={brush.keeps || undefined}
          aria-hidden="true"
          style={{
            left: percent(brushAt.x),
            top: percent(brushAt.y),
            width: percent((2 * brush.radius) / width),
          }}
        />
      </div>
      <output className="visually-hidden">{said}</output>
    </div>
  );
}

const ZOOM_KEYS: Record<string, number> = { "+": ZOOM_STEP, "=": ZOOM_STEP, "-": 1 / ZOOM_STEP, "0": 0 };

function useWheel(place: RefObject<HTMLElement | null>, handle: (event: WheelEvent) => boolean): void {
  const onWheel = useEffectEvent(handle);
  useEffect(() => {
    const element = place.current;
    const listen = (event: WheelEvent) => {
      if (onWheel(event)) event.preventDefault();
    };
    // React's own listener is passive.
    element?.addEventListener("wheel", listen, { passive: false });
    return () => element?.removeEventListener("wheel", listen);
  }, [place]);
}
