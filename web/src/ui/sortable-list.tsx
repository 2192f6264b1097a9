import {
  type Announcements, closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors,
} from "@dnd-kit/core";
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { IconGripVertical } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { draggingWords } from "#words/dragging";
import styles from "./sortable-list.module.css";

type Row = { id: string };

type SortableListProps<R extends Row> = {
  rows: readonly R[];
  label: string;
  nameOf: (row: R) => string;
  handleLabel: (name: string) => string;
  /** `place` is zero-based and counted with the row itself. */
  onMove: (id: string, place: number) => void;
  /** Draws a row around its handle. */
  children: (row: R, handle: ReactNode) => ReactNode;
};

/** A list whose rows are dragged by a handle: with a mouse, a finger or the keyboard, and every step is announced. */
export function SortableList<R extends Row>({ rows, label, nameOf, handleLabel, onMove, children }: SortableListProps<R>) {
  const { shown, drop } = useDropped(rows, onMove);
  const ids = shown.map(({ id }) => id);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        announcements: announcementsFor(shown, nameOf),
        screenReaderInstructions: { draggable: draggingWords.instructions },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol role="list" aria-label={label} className={styles["list"]}>
          {shown.map((row) => (
            <SortableRow key={row.id} id={row.id} handleLabel={handleLabel(nameOf(row))}>
              {(handle) => children(row, handle)}
            </SortableRow>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

/** The dropped order stands until the store tells the same, so that a row never jumps back for a moment. */
function useDropped<R extends Row>(rows: readonly R[], onMove: SortableListProps<R>["onMove"]) {
  const [dropped, setDropped] = useState<{ over: readonly R[]; rows: readonly R[] } | null>(null);
  const shown = dropped?.over === rows ? dropped.rows : rows;
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    const from = shown.findIndex(({ id }) => id === active.id);
    const to = shown.findIndex(({ id }) => id === over.id);
    setDropped({ over: rows, rows: arrayMove([...shown], from, to) });
    onMove(String(active.id), to);
  };
  return { shown, drop };
}

function announcementsFor<R extends Row>(rows: readonly R[], nameOf: (row: R) => string): Announcements {
  const placeOf = (id: unknown) => rows.findIndex((row) => row.id === id) + 1;
  const name = (id: unknown) => rows.filter((row) => row.id === id).map(nameOf).join("");
  return {
    onDragStart: ({ active }) => draggingWords.lifted(name(active.id), placeOf(active.id), rows.length),
    onDragOver: ({ active, over }) => (over ? draggingWords.over(name(active.id), placeOf(over.id), rows.length) : undefined),
    onDragEnd: ({ active, over }) => draggingWords.dropped(name(active.id), placeOf((over ?? active).id), rows.length),
    onDragCancel: ({ active }) => draggingWords.cancelled(name(active.id)),
  };
}

type SortableRowProps = { id: string; handleLabel: string; children: (handle: ReactNode) => ReactNode };

function SortableRow({ id, handleLabel, children }: SortableRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      className={styles["row"]}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {children(
        <button ref={setActivatorNodeRef} type="button" className={styles["handle"]} {...attributes} {...listeners} aria-label={handleLabel}>
          <IconGripVertical size={22} aria-hidden="true" />
        </button>,
      )}
    </li>
  );
}
