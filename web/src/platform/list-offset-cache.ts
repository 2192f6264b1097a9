/**
 * Where on the page a long list begins, as last measured: a good guess renders it once, with only its visible
 * rows.
 */
import * as v from "valibot";

const KEY = "shelv-list-tops";

const tops = v.record(v.string(), v.object({ width: v.number(), top: v.number() }));

const screen = () => window.location.pathname.split("/")[1] ?? "";

export function cachedOffset(): number {
  const known = read()[screen()];
  return known?.width === window.innerWidth ? known.top : 0;
}

export function cacheOffset(top: number): void {
  if (top === cachedOffset()) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [screen()]: { width: window.innerWidth, top } }));
  } catch {
    // The list then renders twice.
  }
}

function read(): v.InferOutput<typeof tops> {
  try {
    const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), tops), localStorage.getItem(KEY));
    return stored.success ? stored.output : {};
  } catch {
    return {};
  }
}
