import type { Line } from "sync-server/bench/bench";
import { median } from "sync-server/bench/side-by-side";
import type { BenchServer } from "sync-server/bench/start-bench-server";
import { CATEGORIES, type Category, runLighthouse, type LighthouseResult } from "./run-lighthouse.ts";

export type MeasuredPage = { name: string; path: string; goals: Record<Category, number> };

const RUNS = 5;

/** For each of four scores: the median of five runs. */
export async function lighthouseLines(
  { name, path, goals }: MeasuredPage,
  { server, chromium }: { server: BenchServer; chromium: string },
): Promise<Line[]> {
  const runs: LighthouseResult[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runLighthouse(server.origin + path, chromium));
  const failed = [...new Set(runs.flatMap(({ failed }) => failed))];
  return CATEGORIES.map((category) => {
    const score = median(runs.map(({ scores }) => scores[category]));
    const because = score < goals[category] ? ` (${failed.join(", ")})` : "";
    return {
      what: `${name}, Lighthouse ${category}`,
      figure: `${score}${because}`,
      goal: `≥ ${goals[category]}`,
      isMet: score >= goals[category],
    };
  });
}
