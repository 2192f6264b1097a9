/**
 * Goals for background removal, fixed before tuning began. They are measured on seeds that tuning never uses.
 */
export const GOALS = {
  /** Mean over all accepted cut-outs. */
  meanIou: 0.97,
  /** Minimum for each accepted cut-out. */
  worstIou: 0.85,
  acceptedOfAll: 0.7,
  acceptedOfPlainAndBusy: 0.95,
  /** For one picture of 1200 pixels, with the engine loaded. */
  removalMs: 3000,
  /** Relative to one plain `createImageBitmap` and `convertToBlob` of the same 12-megapixel JPEG. */
  preparationTimesBare: 2.5,
  mainThreadBlockedMs: 50,
} as const;

const seedsFrom = (first: number) => Array.from({ length: 7 }, (_, index) => first + index);

/** Seven scenes of each kind, for tuning. */
export const TUNING_SEEDS: readonly number[] = seedsFrom(1);
/** Seven other scenes of each kind, for the goals. */
export const HELD_OUT_SEEDS: readonly number[] = seedsFrom(9001);
