import type { Line } from "sync-server/bench/bench";
import type { GOALS } from "./goals.ts";
import type { PreparationCost } from "./preparation/page.ts";

export function preparationLines(
  { preparedMs, bareMs, blockedMs }: PreparationCost,
  goals: typeof GOALS,
): Line[] {
  const [prepared, bare] = [median(preparedMs), median(bareMs)];
  return [
    {
      what: "a JPEG of 12 megapixels prepared, beside a bare decoding and encoding",
      figure: `${(prepared / bare).toFixed(2)} times (${Math.round(prepared)} ms, ${Math.round(bare)} ms)`,
      goal: `<= ${goals.preparationTimesBare} times`,
      isMet: prepared <= bare * goals.preparationTimesBare,
    },
    {
      what: "the page blocked meanwhile, at the longest",
      figure: blockedMs === 0 ? "< 50 ms" : `${Math.round(blockedMs)} ms`,
      goal: `<= ${goals.mainThreadBlockedMs} ms`,
      isMet: blockedMs <= goals.mainThreadBlockedMs,
    },
  ];
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
