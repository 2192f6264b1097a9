import {
  closestCenter,
  DndContext,
  type DragCancelEvent,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useDndContext,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { IconGripVertical } from "@tabler/icons-react";
import { type CSSProperties, type ReactNode, type Ref, useEffect, useMemo, useState } from "react";
import { draggingWords } from "#words/dragging";
import { afterDrop } from "./after-drop";
import { dragAnnouncements } from "./drag-announcements";
import { scrollAlong } from "./scroll-along";
import styles from "./sortable-area.module.css";
import { withinList } from "./within-list";

type Row = { id: string };

/** `place` is zero-based and counted with the row itself. Answers whether the move was kept: if not, the row goes back. */
export type Move = (id: string, place: number) => Promise<boolean>;

type SortableAreaProps<R extends Row> = {
  rows: readonly R[];
  nameOf: (row: R) => string;
  onMove: Move;
  /** Draws the rows in the order that they are given; each calls `useSortableRow`. */
  children: (rows: readonly R[]) => ReactNode;
};

/** A finger that is held picks up; one that moves before scrolls, also where it began on a handle. */
const HOLD = { delay: 200, tolerance: 8 };
/** At once: a page that is still on its way passes over the next press, and goes on when the move is given up. */
const STEPS = { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: "auto" } as const;
const MODIFIERS = [withinList];

/** Rows that are dragged by a handle: with a mouse, a finger or the keyboard, and every step is announced. */
export function SortableArea<R extends Row>({ rows, nameOf, onMove, children }: SortableAreaProps<R>) {
  const { shown, drop } = useDropped(rows, onMove);
  const [announcements] = useState(dragAnnouncements);
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: HOLD }),
    useSensor(KeyboardSensor, STEPS),
  );
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={MODIFIERS}
      autoScroll={false}
      onDragEnd={drop}
      onDragCancel={showFocused}
      accessibility={{
        announcements: announcements(shown, nameOf),
        screenReaderInstructions: { draggable: draggingWords.instructions },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {children(shown)}
      </SortableContext>
      <ScrollAlong />
    </DndContext>
  );
}

/** Whoever gives up a move with the keyboard is back where it began, which may be far from where they look. */
function showFocused({ activatorEvent }: DragCancelEvent): void {
  if (activatorEvent instanceof KeyboardEvent)
    requestAnimationFrame(() => void showOnceThere(document.activeElement));
}

/** The row glides back to its place. */
async function showOnceThere(handle: Element | null): Promise<void> {
  await Promise.allSettled(
    handle
      ?.closest("li, tr")
      ?.getAnimations()
      .map(({ finished }) => finished) ?? [],
  );
  if (handle === document.activeElement) handle?.scrollIntoView({ block: "nearest" });
}

/** dnd-kit's own goes on while the pointer is held still, whatever comes by, and so past the list. Keys scroll by themselves. */
function ScrollAlong() {
  const { activeNode, activatorEvent } = useDndContext();
  const list = activatorEvent instanceof KeyboardEvent ? null : activeNode?.parentElement;
  useEffect(() => (list ? scrollAlong(list) : undefined), [list]);
  return null;
}

type SortableRow<E extends HTMLElement> = {
  /** For the element that moves. */
  row: { ref: Ref<E>; style: CSSProperties; "data-dragging": true | undefined };
  handle: ReactNode;
};

/** What makes one element inside a `SortableArea` a row that moves by its handle. */
export function useSortableRow<E extends HTMLElement>(id: string, handleLabel: string): SortableRow<E> {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
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

/** The dropped order stands until the store tells the same, so that a row never jumps back for a moment. */
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
