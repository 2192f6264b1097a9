import {
  closestCenter,
  DndContext,
  type DragCancelEvent,
  type DragEndEvent,
  KeyboardSensor,
  useDndContext,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { restrictToParentElement, restrictToVerticalAxis } from "@dnd-kit/modifiers";
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { IconGripVertical } from "@tabler/icons-react";
import { type ComponentProps, type CSSProperties, type ReactNode, useEffect, useMemo, useState } from "react";
import { draggingWords } from "#words/dragging";
import { afterDrop } from "./after-drop";
import { dragAnnouncements } from "./drag-announcements";
import { dragAutoscroll } from "./drag-autoscroll";
import { HoldLinks, useMouseSensor, useTouchSensor } from "./hand-sensors.tsx";
import styles from "./sortable-area.module.css";
import { wrappedCoordinates } from "./wrapped-coordinates";

type Row = { id: string };

export type Move = (id: string, place: number) => Promise<boolean>;

/**
 * `list`: one below another. `wrapped`: lines of rows of any width. A number: lines of so many, held anywhere
 * by `useSortableLink`.
 */
type Layout = "list" | "wrapped" | number;

type SortableAreaProps<R extends Row> = {
  rows: readonly R[];
  nameOf: (row: R) => string;
  onMove: Move;
  layout?: Layout;
  children: (rows: readonly R[]) => ReactNode;
};

/** Smooth scrolling swallows the next key press, and goes on after a cancelled move. */
const AT_ONCE = { scrollBehavior: "auto" } as const;
const IN_LIST = {
  modifiers: [restrictToVerticalAxis, restrictToParentElement],
  strategy: verticalListSortingStrategy,
  keys: { coordinateGetter: sortableKeyboardCoordinates, ...AT_ONCE },
};
const IN_LINES = { modifiers: [restrictToParentElement], strategy: rectSortingStrategy };
const IN_BOX = { ...IN_LINES, keys: { coordinateGetter: wrappedCoordinates(1), ...AT_ONCE } };
/** Enter opens the link. */
export const LINK_KEYS = { start: ["Space"], cancel: ["Escape"], end: ["Space", "Enter", "Tab"] };

const waysIn = (layout: Layout) =>
  typeof layout === "number"
    ? {
        ...IN_LINES,
        keys: { coordinateGetter: wrappedCoordinates(layout), keyboardCodes: LINK_KEYS, ...AT_ONCE },
      }
    : { list: IN_LIST, wrapped: IN_BOX }[layout];

export function SortableArea<R extends Row>({
  rows,
  nameOf,
  onMove,
  layout = "list",
  children,
}: SortableAreaProps<R>) {
  const { modifiers, strategy, keys } = useMemo(() => waysIn(layout), [layout]);
  const { shown, drop } = useDropped(rows, onMove);
  const [announcements] = useState(dragAnnouncements);
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const sensors = useSensors(useMouseSensor(), useTouchSensor(), useSensor(KeyboardSensor, keys));
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={modifiers}
      autoScroll={false}
      onDragEnd={drop}
      onDragCancel={showFocused}
      accessibility={{
        announcements: announcements(shown, nameOf),
        screenReaderInstructions: {
          draggable: typeof layout === "number" ? draggingWords.linkInstructions : draggingWords.instructions,
        },
      }}
    >
      <SortableContext items={ids} strategy={strategy}>
        {children(shown)}
      </SortableContext>
      <AutoScroll />
      <HoldLinks />
    </DndContext>
  );
}

/** A cancelled keyboard move may leave the row out of sight. */
function showFocused({ activatorEvent }: DragCancelEvent): void {
  if (activatorEvent instanceof KeyboardEvent)
    requestAnimationFrame(() => void showOnceThere(document.activeElement));
}

async function showOnceThere(handle: Element | null): Promise<void> {
  await Promise.allSettled(
    handle
      ?.closest("li, tr")
      ?.getAnimations()
      .map(({ finished }) => finished) ?? [],
  );
  if (handle === document.activeElement) handle?.scrollIntoView({ block: "nearest" });
}

/** Replaces dnd-kit's auto-scroll, which continues past the list's end. Keys scroll by themselves. */
function AutoScroll() {
  const { activeNode, activatorEvent } = useDndContext();
  const list = activatorEvent instanceof KeyboardEvent ? null : activeNode?.parentElement;
  useEffect(() => (list ? dragAutoscroll(list) : undefined), [list]);
  return null;
}

export type SortedRow = {
  ref: (element: HTMLElement | null) => void;
  style: CSSProperties;
  "data-dragging": true | undefined;
};

const sortedRow = ({
  setNodeRef,
  transform,
  transition,
  isDragging,
}: ReturnType<typeof useSortable>): SortedRow => ({
  ref: setNodeRef,
  style: { transform: CSS.Translate.toString(transform), ...(transition ? { transition } : {}) },
  "data-dragging": isDragging || undefined,
});

type SortableLink = { row: SortedRow; link: ComponentProps<"a"> };

/** A row that is one link: a press with a move, a hold of a finger or Space picks it up. */
export function useSortableLink(id: string): SortableLink {
  const sortable = useSortable({ id });
  return {
    row: sortedRow(sortable),
    link: {
      ref: sortable.setActivatorNodeRef,
      "aria-describedby": sortable.attributes["aria-describedby"],
      draggable: false,
      ...sortable.listeners,
    },
  };
}

type SortableRow = { row: SortedRow; handle: ReactNode };

export function useSortableRow(id: string, handleLabel: string): SortableRow {
  const sortable = useSortable({ id });
  const { attributes, listeners, setActivatorNodeRef } = sortable;
  return {
    row: sortedRow(sortable),
    handle: (
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={styles["handle"]}
        {...attributes}
        {...listeners}
        aria-label={handleLabel}
      >
        <IconGripVertical size={22} aria-hidden="true" />
      </button>
    ),
  };
}

/** Shows the dropped order until the store reports it, so that a row does not jump back. */
function useDropped<R extends Row>(rows: readonly R[], onMove: Move) {
  const [dropped, setDropped] = useState<{ over: readonly R[]; rows: readonly R[] } | null>(null);
  const shown = dropped?.over === rows ? dropped.rows : rows;
  const drop = async ({ active, over }: DragEndEvent) => {
    const after = afterDrop(shown, active.id, over?.id);
    if (!after) return;
    setDropped({ over: rows, rows: after.rows });
    if (!(await onMove(String(active.id), after.place))) setDropped(null);
  };
  return { shown, drop };
}
