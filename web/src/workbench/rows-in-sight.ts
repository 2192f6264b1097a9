import type { ItemRow } from "@shelv/contract/item";
import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from "@tanstack/react-virtual";
import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { itemsById } from "#local-store/queries";
import { useStoredFor } from "#sync/owner-context.tsx";
import { requestIdle } from "#ui/request-idle";
import { lastTop, noteTop } from "./list-top";

export type WindowedRows = Virtualizer<Window, HTMLElement>;

/** Beyond the edges of the window, so that Tab and a flick of the thumb find the next ones there. */
const OVERSCAN = 8;
/** While one is dragged each step draws all of them anew, and so does its drop: no more than the keyboard needs to go on. */
const DRAGGING_OVERSCAN = 2;
/** Whoever types on by then, also after emptying the box, is not held up by rows that nobody sees. */
const TYPED_ON_WITHIN_MS = 400;

type RowsInSight = {
  ids: readonly string[];
  /** What a row is taken to measure until it is drawn. */
  rowPx: number;
  gapPx?: number;
  /** A row that stays drawn wherever it is: the one that is being dragged. */
  keptId?: string | undefined;
  /** What the list answers: where another is asked, the first frame again is of what is seen alone. */
  asked?: string;
};

/**
 * Which rows of a long list are to be drawn: each says in `data-row` whose it is. One that has the focus stays wherever it is, so that whoever looks
 * at something else and goes on with Tab goes on there. The page scrolls, not the list: where that begins is measured, also when what is above it grows. */
export function useRowsInSight(
  place: RefObject<HTMLElement | null>,
  { ids, rowPx, gapPx = 0, keptId, asked = "" }: RowsInSight,
): WindowedRows {
  const [scrollMargin, setScrollMargin] = useState(lastTop);
  useLayoutEffect(() => {
    const measure = () =>
      setScrollMargin(Math.round((place.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    measure();
    const watching = new ResizeObserver(measure);
    watching.observe(document.body);
    return () => watching.disconnect();
  }, [place]);
  useEffect(() => noteTop(scrollMargin), [scrollMargin]);
  // The first frame is of what is seen; what may be scrolled to comes right after, and where somebody is typing once they pause.
  const [drawn, setDrawn] = useState<string | null>(null);
  const isDragging = keptId !== undefined;
  if (drawn !== null && (drawn !== asked || isDragging)) setDrawn(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isDragging) return undefined;
    let isOver = false;
    const draw = () => requestIdle(() => !isOver && startTransition(() => setDrawn(asked)));
    const timer = setTimeout(draw, isFirst.current ? 0 : TYPED_ON_WITHIN_MS);
    isFirst.current = false;
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [asked, isDragging]);
  const rangeExtractor = useCallback(
    (range: Range) => withKept(defaultRangeExtractor(range), ids.indexOf(keptId ?? focusedRow())),
    [ids, keptId],
  );
  // Where either is another function, the places of all rows are worked out anew.
  const estimateSize = useCallback(() => rowPx, [rowPx]);
  const getItemKey = useCallback((index: number) => ids[index] ?? index, [ids]);
  // oxlint-disable-next-line react/incompatible-library -- what it returns is read while drawing and memoized nowhere
  return useWindowVirtualizer<HTMLElement>({
    count: ids.length,
    estimateSize,
    getItemKey,
    gap: gapPx,
    overscan: isDragging ? DRAGGING_OVERSCAN : drawn === asked ? OVERSCAN : 0,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin,
    rangeExtractor,
  });
}

const NONE: readonly ItemRow[] = [];

/** Looked for when other rows come into sight: until then all that were are still drawn. */
const focusedRow = (): string =>
  document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset["row"] ?? "";

const withKept = (indexes: number[], kept: number) =>
  kept === -1 || indexes.includes(kept) ? indexes : [...indexes, kept].toSorted((a, b) => a - b);

type KnownItems = {
  /** Came with the ids, and may be older than what is stored. */
  first?: readonly ItemRow[];
  /** Of every id, as stored. */
  all?: ReadonlyMap<string, ItemRow> | undefined;
};

/** The items of the rows in sight, by their ids: only these are read from the store, and only where not all are known. */
export function useItemsInSight(
  inSight: readonly VirtualItem[],
  ids: readonly string[],
  { first = NONE, all }: KnownItems = {},
): ReadonlyMap<string, ItemRow> {
  const wanted = all ? [] : inSight.flatMap(({ index }) => ids[index] ?? []);
  // What came with the ids is on the first screen already.
  const items = useStoredFor(first.length > 0 ? "later" : "now", itemsById, wanted) ?? NONE;
  return useMemo(
    () => all ?? new Map([...first, ...items].map((item) => [item.id, item])),
    [all, first, items],
  );
}
