import type { ItemRow } from "@shelv/contract/rows/item";
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
import { useLiveQueryFor } from "#local-store/use-live-query";
import { requestIdle } from "#platform/wait";
import { cachedOffset, cacheOffset } from "#platform/list-offset-cache";
import { focusOfPage } from "#ui/dialogs/focus-return";

export type WindowedRows = Virtualizer<Window, HTMLElement>;

/** Rows rendered beyond each edge of the window, so that Tab and a flick find the next ones. */
const OVERSCAN = 8;
/** Each step of a drag and the drop render all rows: only as many as the keyboard needs. */
const DRAGGING_OVERSCAN = 2;
const TYPED_ON_WITHIN_MS = 400;

type VirtualRowsOptions = {
  ids: readonly string[];
  /** Which row has an item, or -1; of a list that has several in a row. */
  rowOf?: (id: string) => number;
  rowPx: number;
  overscan?: number;
  pinnedId?: string | undefined;
  query?: string;
};

/**
 * Each item has its id in `data-row`. The row with the focus stays rendered, also behind a dialog, so that
 * Tab continues from it. The page scrolls, so the list's offset is measured, also when content above it
 * grows.
 */
export function useVirtualRows(
  place: RefObject<HTMLElement | null>,
  { ids, rowOf, rowPx, overscan = OVERSCAN, pinnedId, query = "" }: VirtualRowsOptions,
): WindowedRows {
  const [scrollMargin, setScrollMargin] = useState(cachedOffset);
  useLayoutEffect(() => {
    const measure = () =>
      setScrollMargin(Math.round((place.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    measure();
    const watching = new ResizeObserver(measure);
    watching.observe(document.body);
    return () => watching.disconnect();
  }, [place]);
  useEffect(() => cacheOffset(scrollMargin), [scrollMargin]);
  // The overscan follows at once, or after a pause while the owner types.
  const [renderedQuery, setRenderedQuery] = useState<string | null>(null);
  const isDragging = pinnedId !== undefined;
  if (renderedQuery !== null && (renderedQuery !== query || isDragging)) setRenderedQuery(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isDragging) return undefined;
    let isOver = false;
    const renderAll = () => requestIdle(() => !isOver && startTransition(() => setRenderedQuery(query)));
    const timer = setTimeout(renderAll, isFirst.current ? 0 : TYPED_ON_WITHIN_MS);
    isFirst.current = false;
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [query, isDragging]);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const id = pinnedId ?? focusedItem();
      return withPinned(defaultRangeExtractor(range), rowOf ? rowOf(id) : ids.indexOf(id));
    },
    [ids, rowOf, pinnedId],
  );
  const estimateSize = useCallback(() => rowPx, [rowPx]);
  // A new identity would recalculate the positions of all rows.
  const getItemKey = useCallback((index: number) => ids[index] ?? index, [ids]);
  // oxlint-disable-next-line react/incompatible-library -- its result is read during render and never memoized
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: ids.length,
    estimateSize,
    getItemKey,
    overscan: isDragging ? DRAGGING_OVERSCAN : renderedQuery === query ? overscan : 0,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin,
    rangeExtractor,
  });
  // It keeps the positions that it has calculated, whatever the new estimate.
  const calculatedPx = useRef(rowPx);
  useLayoutEffect(() => {
    if (calculatedPx.current !== rowPx) virtualizer.measure();
    calculatedPx.current = rowPx;
  }, [virtualizer, rowPx]);
  return virtualizer;
}

const NONE: readonly ItemRow[] = [];

const focusedItem = (): string => focusOfPage()?.closest<HTMLElement>("[data-row]")?.dataset["row"] ?? "";

const withPinned = (indexes: number[], pinned: number) =>
  pinned === -1 || indexes.includes(pinned) ? indexes : [...indexes, pinned].toSorted((a, b) => a - b);

export type KnownItems = {
  first?: readonly ItemRow[];
  /** All rows, as stored. */
  all?: ReadonlyMap<string, ItemRow> | undefined;
};

export function useVisibleItems(
  inSight: readonly Pick<VirtualItem, "index">[],
  ids: readonly string[],
  { first = NONE, all }: KnownItems = {},
): ReadonlyMap<string, ItemRow> {
  const wanted = all ? [] : inSight.flatMap(({ index }) => ids[index] ?? []);
  const items = useLiveQueryFor(first.length > 0 ? "later" : "now", itemsById, wanted) ?? NONE;
  return useMemo(
    () => all ?? new Map([...first, ...items].map((item) => [item.id, item])),
    [all, first, items],
  );
}
