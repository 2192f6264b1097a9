import { MouseSensor, TouchSensor, useDndContext, useSensor, useSensors } from "@dnd-kit/core";
import { useEffect } from "react";

/** A finger that moves within 200 ms scrolls, even on a handle. */
const HOLD = { activationConstraint: { delay: 200, tolerance: 8 } };
const MOVE = { activationConstraint: { distance: 4 } };

export const useMouseSensor = () => useSensor(MouseSensor, MOVE);
export const useTouchSensor = () => useSensor(TouchSensor, HOLD);
export const useHandSensors = () => useSensors(useMouseSensor(), useTouchSensor());

const LAST_CLICK_MS = 50;

/**
 * Holds the click that ends a drag: dnd-kit stops the event, but the browser would follow the link, and after
 * Escape it comes once the mouse is released.
 */
export function HoldLinks() {
  const { active, activatorEvent } = useDndContext();
  const isDragging = active !== null && !(activatorEvent instanceof KeyboardEvent);
  useEffect(() => {
    if (!isDragging) return undefined;
    const hold = (click: MouseEvent) => {
      click.preventDefault();
      click.stopPropagation();
    };
    const end = () => void setTimeout(() => removeEventListener("click", hold, true), LAST_CLICK_MS);
    let isReleased = false;
    const released = new AbortController();
    const release = () => {
      isReleased = true;
      released.abort();
    };
    for (const type of ["pointerup", "pointercancel"])
      addEventListener(type, release, { capture: true, signal: released.signal });
    addEventListener("click", hold, true);
    return () => {
      if (isReleased) end();
      else released.signal.addEventListener("abort", end);
    };
  }, [isDragging]);
  return null;
}
