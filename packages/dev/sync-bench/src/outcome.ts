import type { Engine } from "./engine.ts";

/** By the number of offline changes: time and bytes of each round; and the time of each edit. */
export type Outcome = {
  engine: Engine;
  offlineMs: Map<number, number[]>;
  bytes: Map<number, number>;
  editMs: number[];
  /** So far. */
  spentMs: number;
  /** Why measuring stopped, as the table says it. */
  stopped: string | null;
};
