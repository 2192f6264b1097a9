import type { Mask, Pixels } from "#domain/background-removal/mask/pixels";
import type { PreparedPicture } from "#pictures/prepared-picture";

export type PictureFile = Pick<PreparedPicture, "bytes" | "type">;

/**
 * No object or no good cut-out, no network for a model or picture, a browser that hides canvas pixels, or a
 * failure.
 */
export type CutoutProblem = "nothing" | "not-here" | "protected" | "failed";

/** As shares of the picture's width and height. */
export type Tap = { x: number; y: number };

/** Good enough to be shown without asking. */
export type CutoutAnswer = PictureFile | { problem: CutoutProblem };

export type TouchUpStart = { pixels: Pixels; mask: Mask; isFound: boolean };

export type Models = { operators: string | null; own: string };

export type CutoutTask =
  | { wants: "cutout"; picture: PictureFile; tap: Tap | null; models: Models }
  | { wants: "mask"; picture: PictureFile; cutout: PictureFile | null; models: Models }
  | { wants: "drawing"; pixels: Pixels; mask: Mask };

export type TaskAnswers = {
  cutout: CutoutAnswer;
  mask: TouchUpStart | { problem: "protected" | "failed" };
  drawing: PictureFile | { problem: "nothing" | "failed" };
};
