import type { KeyboardCoordinateGetter } from "@dnd-kit/core";
import { scrollIntoSight } from "#platform/scroll-into-sight";

/**
 * Left and Right move a row by one place in the list's order, across lines; Up and Down by `perLine` places.
 * dnd-kit's own takes the nearest row, which may be in another line. It scrolls for Up and Down only.
 */
export const wrappedCoordinates = (perLine: number): KeyboardCoordinateGetter => {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowUp: -perLine,
    ArrowRight: 1,
    ArrowDown: perLine,
  };
  return (event, { context }) => {
    const { active, over, droppableRects, collisionRect } = context;
    const step = steps[event.code];
    if (step === undefined || !active || !collisionRect) return undefined;
    event.preventDefault();
    const sortable = active.data.current?.["sortable"] as { items: readonly (string | number)[] } | undefined;
    const target = placeAfter(sortable?.items ?? [], over?.id ?? active.id, step);
    const rect = target === undefined ? undefined : droppableRects.get(target);
    if (!rect) return undefined;
    if (perLine > 1 && Math.abs(step) === 1) scrollIntoSight(rect);
    return { x: rect.left + (rect.width - collisionRect.width) / 2, y: rect.top };
  };
};

/** Down from the last line but one reaches a last line that is shorter. */
function placeAfter<Id>(ids: readonly Id[], id: Id, step: number): Id | undefined {
  const at = ids.indexOf(id);
  const last = ids.length - 1;
  const isLineBelow = step > 1 && Math.floor(at / step) < Math.floor(last / step);
  return ids[isLineBelow ? Math.min(at + step, last) : at + step];
}
