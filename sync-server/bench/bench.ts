import type { BenchServer } from "./start-bench-server.ts";

/** Of the table. */
export type Line = { what: string; figure: string; goal: string; isMet: boolean };

/**
 * On the server that all benches share. `isAskedFor`: named on the command line. `simulates`: see `scale`.
 */
export type Bench = (
  server: BenchServer,
  how: { isAskedFor: boolean; simulates: boolean },
) => Promise<Line[]>;
