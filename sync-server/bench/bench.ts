import type { BenchServer } from "./start-bench-server.ts";

export type Line = { what: string; figure: string; goal: string; isMet: boolean };

export type Bench = (
  server: BenchServer,
  how: { isAskedFor: boolean; simulates: boolean; only: string },
) => Promise<Line[]>;
