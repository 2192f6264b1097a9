import type { Bench } from "./bench.ts";
import { measuredElsewhere } from "./measured-elsewhere.ts";

/** What it costs to bring two devices together, and to change something on one. Asked for by name, it installs the engines to compare with. */
export const sync: Bench = (_, { isAskedFor }) =>
  measuredElsewhere("sync-bench", isAskedFor ? ["--peers"] : []);
