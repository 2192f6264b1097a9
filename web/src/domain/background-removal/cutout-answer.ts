import type { PreparedPicture } from "#images/prepared-picture";

/** `isGood`: good enough to be shown without asking. */
type Cutout = Pick<PreparedPicture, "bytes" | "type"> & { isGood: boolean };

/** Why there is no cut-out: no object, engine or picture not on this device and no network, a browser that hides canvas pixels, or a failure. */
export type CutoutProblem = "nothing" | "not-here" | "protected" | "failed";

/** The worker's answer. */
export type CutoutAnswer = Cutout | { problem: CutoutProblem };
