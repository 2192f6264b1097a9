/** Shows in which phase of a bench the server's memory is at its most, and what it consists of. */
import type { MemoryLine } from "./watch-loop.ts";

/** It ends where the next one begins. */
export type Phase = { name: string; from: number };

/** Of each phase the sample with the most resident memory. `rest`: SQLite, threads, and what malloc has not returned. */
export function memoryOfPhases(phases: readonly Phase[], samples: readonly MemoryLine[]) {
  const inOrder = phases.toSorted((a, b) => a.from - b.from);
  return inOrder.flatMap(({ name, from }, at) => {
    const to = inOrder[at + 1]?.from ?? Number.POSITIVE_INFINITY;
    const [most] = samples
      .filter((sample) => sample.at >= from && sample.at < to)
      .toSorted((a, b) => b.memory.resident - a.memory.resident);
    if (!most) return [];
    const { resident, files, heap, heapUsed, buffers } = most.memory;
    const rest = Math.round(resident - files - heap - buffers);
    return [{ phase: name, resident, files, heap, "of it used": heapUsed, buffers, rest }];
  });
}
