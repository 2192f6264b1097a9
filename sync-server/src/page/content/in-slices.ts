import { setImmediate } from "node:timers/promises";

/** Read or serialised at a time: a few ms of work. */
export const SLICE_ITEMS = 50;

/** Lets other requests run. */
export const pause = (): Promise<void> => setImmediate();

export async function mapInSlices<T, R>(
  list: readonly T[],
  map: (each: T) => R,
  between = pause,
): Promise<R[]> {
  const mapped: R[] = [];
  for (let from = 0; from < list.length; from += SLICE_ITEMS) {
    if (from > 0) await between();
    for (const each of list.slice(from, from + SLICE_ITEMS)) mapped.push(map(each));
  }
  return mapped;
}
