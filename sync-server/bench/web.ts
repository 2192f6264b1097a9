import type { Bench } from "./bench.ts";
import { measuredElsewhere } from "./measured-elsewhere.ts";

/** How soon the app is there and answers, on a slow phone with many items. It takes minutes, so it is asked for by name alone. */
export const web: Bench = async (_, { isAskedFor }) => (isAskedFor ? measuredElsewhere("web-bench") : []);
