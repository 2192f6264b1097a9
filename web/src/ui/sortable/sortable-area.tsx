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
import { type CSSProperties, type ReactNode, type Ref, useEffect, useMemo, useState } from "react";
import { draggingWords } from "#words/dragging";
import { afterDrop } from "./after-drop";
import { dragAnnouncements } from "./drag-announcements";
import { dragAutoscroll } from "./drag-autoscroll";
import styles from "./sortable-area.module.css";
import { wrappedCoordinates } from "./wrapped-coordinates";

type Row = { id: string };

export type Move = (id: string, place: number) => Promise<boolean>;

type SortableAreaProps<R extends Row> = {
  rows: readonly R[];
  nameOf: (row: R) => string;
  onMove: Move;
  isWrapped?: boolean;
  children: (rows: readonly R[]) => ReactNode;
};

/** A finger that moves within 200 ms scrolls, even on a handle. */
const HOLD = { delay: 200, tolerance: 8 };
/** Smooth scrolling swallows the next key press, and goes on after a cancelled move. */
const AT_ONCE = { scrollBehavior: "auto" } as const;
const IN_LIST = {
  modifiers: [restrictToVerticalAxis, restrictToParentElement],
  strategy: verticalListSortingStrategy,
  keys: { coordinateGetter: sortableKeyboardCoordinates, ...AT_ONCE },
};
const IN_BOX = {
  modifiers: [restrictToParentElement],
  strategy: rectSortingStrategy,
  keys: { coordinateGetter: wrappedCoordinates, ...AT_ONCE },
};

export function SortableArea<R extends Row>({
  rows,
  nameOf,
  onMove,
  isWrapped = false,
  children,
}: SortableAreaProps<R>) {
  const { modifiers, strategy, keys } = isWrapped ? IN_BOX : IN_LIST;
  const { shown, drop } = useDropped(rows, onMove);
  const [announcements] = useState(dragAnnouncements);
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: HOLD }),
    useSensor(KeyboardSensor, keys),
  );
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

type SortableRow<E extends HTMLElement> = {
  row: { ref: Ref<E>; style: CSSProperties; "data-dragging": true | undefined };
  handle: ReactNode;
};

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
