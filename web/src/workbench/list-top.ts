/**
 * How far down its page a long list begins, as it was measured the last time on this device: it most likely is so again, and the list is
 * then drawn once, with no more rows than are in sight, instead of twice. A guess, which is measured in any case.
 */
import * as v from "valibot";

const KEY = "shelv-list-tops";

/** In pixels, by the first part of a screen's path; of the width that the window has had last. */
const tops = v.record(v.string(), v.object({ width: v.number(), top: v.number() }));

const screen = () => window.location.pathname.split("/")[1] ?? "";

/** 0 where it was never measured at this width. */
export function lastTop(): number {
  const known = read()[screen()];
  return known?.width === window.innerWidth ? known.top : 0;
}

export function noteTop(top: number): void {
  if (top === lastTop()) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [screen()]: { width: window.innerWidth, top } }));
  } catch {
    // A browser that keeps nothing draws it twice.
  }
}

function read(): v.InferOutput<typeof tops> {
  try {
    const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), tops), localStorage.getItem(KEY));
    return kept.success ? kept.output : {};
  } catch {
    return {};
  }
}
