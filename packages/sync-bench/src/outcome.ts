import type { Engine } from "./engine.ts";

/** What came of an engine: by the number of offline changes, the time of each round and the bytes; and the time of each edit. */
export type Outcome = {
  engine: Engine;
  offlineMs: Map<number, number[]>;
  bytes: Map<number, number>;
  editMs: number[];
  /** How long it has had the machine. */
  spentMs: number;
  /** Why it was measured no further, in words for the table. */
  stopped: string | null;
};
