import type { Engine } from "./engine.ts";

/**
 * Results of one engine: by the number of offline changes, the time and bytes of each round; and the time of
 * each edit.
 */
export type Outcome = {
  engine: Engine;
  offlineMs: Map<number, number[]>;
  bytes: Map<number, number>;
  editMs: number[];
  /** Machine time used so far. */
  spentMs: number;
  /** Why measuring stopped, in words for the table. */
  stopped: string | null;
};
