import type { BenchServer } from "./start-bench-server.ts";

/** One line of the table. */
export type Line = { what: string; figure: string; goal: string; isMet: boolean };

/**
 * Measures something of a server that is already there, and that other benches use before and after. `isAskedFor`: by its
 * name, not as one of all.
 */
export type Bench = (server: BenchServer, how: { isAskedFor: boolean }) => Promise<Line[]>;
