import type { PreparedPicture } from "./prepared-picture";

/** `isGood`: so good that it is shown unasked. */
type Cutout = Pick<PreparedPicture, "bytes" | "type"> & { isGood: boolean };

/** Why there is no cut-out: nothing stands out, the engine is not on this device and cannot be fetched, the browser shows no script what is drawn, or it failed. */
export type CutoutProblem = "nothing" | "not-here" | "protected" | "failed";

/** What the worker answers. */
export type CutoutAnswer = Cutout | { problem: CutoutProblem };
