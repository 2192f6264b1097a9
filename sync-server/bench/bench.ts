import type { BenchServer } from "./start-bench-server.ts";

/** One line of the table. */
export type Line = { what: string; figure: string; goal: string; isMet: boolean };

/**
 * Measures something on the running server that all benches share. `isAskedFor`: named on the command line,
 * not run as one of all.
 */
export type Bench = (server: BenchServer, how: { isAskedFor: boolean }) => Promise<Line[]>;
