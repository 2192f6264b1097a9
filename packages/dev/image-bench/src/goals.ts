/** Fixed before tuning began, and measured on seeds that tuning never uses. */
export const GOALS = {
  /** Over all accepted cut-outs. */
  meanIouOfScenes: 0.97,
  meanIouOfPhotographs: 0.95,
  /** Of each accepted cut-out. */
  worstIou: 0.85,
  acceptedOfAll: 0.7,
  acceptedOfPlainAndBusy: 0.95,
  acceptedOfPhotographs: 0.7,
  /** Of one picture of 1200 px, after the first. */
  removalMs: 1500,
  /** Relative to one plain `createImageBitmap` and `convertToBlob` of the same 12-megapixel JPEG. */
  preparationTimesBare: 2.5,
  mainThreadBlockedMs: 50,
  /** Of the runtime and the model, as the server sends them. */
  firstUseBytes: 8_000_000,
} as const;

const seedsFrom = (first: number) => Array.from({ length: 7 }, (_, index) => first + index);

/** Seven scenes of each kind. */
export const TUNING_SEEDS: readonly number[] = seedsFrom(1);
/** Seven others of each kind, for the goals. */
export const HELD_OUT_SEEDS: readonly number[] = seedsFrom(9001);
