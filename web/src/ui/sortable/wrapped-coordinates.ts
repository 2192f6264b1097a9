import type { KeyboardCoordinateGetter } from "@dnd-kit/core";

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** An arrow key moves a row by one place in the list's order; dnd-kit's own takes the nearest row. */
export const wrappedCoordinates: KeyboardCoordinateGetter = (event, { context }) => {
  const { active, over, droppableRects, collisionRect } = context;
  const step = STEPS[event.code];
  if (step === undefined || !active || !collisionRect) return undefined;
  event.preventDefault();
  const sortable = active.data.current?.["sortable"] as { items: readonly (string | number)[] } | undefined;
  const ids = sortable?.items ?? [];
  const target = ids[ids.indexOf(over?.id ?? active.id) + step];
  const rect = target === undefined ? undefined : droppableRects.get(target);
  return rect && { x: rect.left + (rect.width - collisionRect.width) / 2, y: rect.top };
};
