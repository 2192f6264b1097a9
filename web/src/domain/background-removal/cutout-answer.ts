import type { PreparedPicture } from "#images/prepared-picture";

/** `isGood`: may be shown without asking. */
type Cutout = Pick<PreparedPicture, "bytes" | "type"> & { isGood: boolean };

/**
 * No object, no network for an engine or picture not on this device, a browser that hides canvas pixels, or a
 * failure.
 */
export type CutoutProblem = "nothing" | "not-here" | "protected" | "failed";

export type CutoutAnswer = Cutout | { problem: CutoutProblem };
