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
import { type CSSProperties, type ReactNode, useEffect, useMemo, useState } from "react";
import { draggingWords } from "#words/dragging";
import { afterDrop } from "./after-drop";
import { dragAnnouncements } from "./drag-announcements";
import { dragAutoscroll } from "./drag-autoscroll";
import { HoldLinks, useMouseSensor, useTouchSensor } from "./hand-sensors.tsx";
import styles from "./sortable-area.module.css";
import { wrappedCoordinates } from "./wrapped-coordinates";

type Row = { id: string };

export type Move = (id: string, place: number) => Promise<boolean>;

/** `wrapped`: lines of rows of any width. */
type Layout = "list" | "wrapped";

type SortableAreaProps<R extends Row> = {
  rows: readonly R[];
  nameOf: (row: R) => string;
  onMove: Move;
  layout?: Layout;
  children: (rows: readonly R[]) => ReactNode;
};

/** Smooth scrolling swallows the next key press, and goes on after a cancelled move. */
const AT_ONCE = { scrollBehavior: "auto" } as const;
const LAYOUTS = {
  list: {
    modifiers: [restrictToVerticalAxis, restrictToParentElement],
    strategy: verticalListSortingStrategy,
    keys: { coordinateGetter: sortableKeyboardCoordinates, ...AT_ONCE },
  },
  wrapped: {
    modifiers: [restrictToParentElement],
    strategy: rectSortingStrategy,
    keys: { coordinateGetter: wrappedCoordinates, ...AT_ONCE },
  },
};

export function SortableArea<R extends Row>({
  rows,
  nameOf,
  onMove,
  layout = "list",
  children,
}: SortableAreaProps<R>) {
  const { modifiers, strategy, keys } = LAYOUTS[layout];
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
        screenReaderInstructions: { draggable: draggingWords.instructions },
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

/** dnd-kit's own continues past the list's end. Keys scroll by themselves. */
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

type SortableRow = { row: SortedRow; handle: ReactNode };

export function useSortableRow(id: string, handleLabel: string): SortableRow {
  const { attributes, listeners, setActivatorNodeRef, setNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  return {
    row: {
      ref: setNodeRef,
      style: { transform: CSS.Translate.toString(transform), ...(transition ? { transition } : {}) },
      "data-dragging": isDragging || undefined,
    },
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

/** The dropped order until the store reports it, so that a row does not jump back. */
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
