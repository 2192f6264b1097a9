/** Fixed before tuning began, and measured on seeds that tuning never uses. */
export const GOALS = {
  meanIouOfScenes: 0.97,
  meanIouOfPhotographs: 0.95,
  worstIou: 0.85,
  acceptedOfAll: 0.7,
  acceptedOfPlainAndBusy: 0.95,
  acceptedOfPhotographs: 0.7,
  /** Of the scenes without a good cut-out, or with a wrong one. */
  rescuedByTap: 0.7,
  removalMs: 1500,
  /**
   * The most time to prepare a picture, as a multiple of a plain `createImageBitmap` and `convertToBlob` of
   * the same 12-megapixel JPEG.
   */
  preparationTimesBare: 2.5,
  mainThreadBlockedMs: 50,
  firstUseBytes: 8_000_000,
} as const;

const seedsFrom = (first: number) => Array.from({ length: 7 }, (_, index) => first + index);

/** Seven scenes of each kind. */
export const TUNING_SEEDS: readonly number[] = seedsFrom(1);
/** Seven others of each kind. */
export const HELD_OUT_SEEDS: readonly number[] = seedsFrom(9001);
