import type { Line } from "sync-server/bench/bench";
import { percentile } from "sync-server/bench/side-by-side";

declare global {
  interface Window {
    frameTimes: number[];
  }
}

/** Runs in the page: notes the time between frames in `frameTimes` while there is a `moving` element. */
export function noteFrames(moving: string): void {
  const times: number[] = [];
  let before: number | null = null;
  let found: Element | null = null;
  const note = (now: number) => {
    if (window.frameTimes !== times) return;
    // A search in 500 boards would take a part of each frame.
    if (!found?.isConnected || !found.matches(moving)) found = document.querySelector(moving);
    const isMoving = found !== null;
    if (before !== null && isMoving) times.push(now - before);
    before = isMoving ? now : null;
    requestAnimationFrame(note);
  };
  window.frameTimes = times;
  requestAnimationFrame(note);
}

const SHARE = 0.98;

export function framesLine(what: string, frames: number[], withinMs: number): Line {
  const [slow, usual] = [percentile(frames, SHARE), percentile(frames, 0.5)];
  return {
    what,
    figure: `${Math.round(slow)} ms at the 98th percentile of ${frames.length} frames (median ${Math.round(usual)} ms)`,
    goal: `≤ ${withinMs} ms`,
    isMet: slow <= withinMs,
  };
}
