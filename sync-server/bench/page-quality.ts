import type { Line } from "./bench.ts";
import { measuredElsewhere } from "./measured-elsewhere.ts";

/** How pages do in a browser. Asked for by name, it installs what it measures with. */
export const pageQuality = ({ isAskedFor }: { isAskedFor: boolean }): Promise<Line[]> =>
  measuredElsewhere("page-bench", isAskedFor ? ["--install"] : []);
