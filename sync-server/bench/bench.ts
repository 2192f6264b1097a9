import type { BenchServer } from "./start-bench-server.ts";

export type Line = { what: string; figure: string; goal: string; isMet: boolean };

/**
 * Measures on the server that all benches share. `isAskedFor`: the bench is named on the command line.
 * `simulates`: see `scale`; `only`: see `abuse`.
 */
export type Bench = (
  server: BenchServer,
  how: { isAskedFor: boolean; simulates: boolean; only: string },
) => Promise<Line[]>;
