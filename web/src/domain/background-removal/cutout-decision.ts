/** A mask's quality: shares from 0 to 1, except `haze`. */
export type CutoutSigns = {
  /** Of the picture. */
  area: number;
  /** How much of a line just inside the picture's border the object covers. */
  touching: number;
  /** The share of the object that was removed as islands. */
  dropped: number;
  /** How much of what may be the object is surely the object, by the model. */
  agreement: number;
  /** The mean width of the doubtful strip along the edge, in px of a picture of 400 px. */
  haze: number;
  /** The share of the edge at which the picture hardly changes. */
  faint: number;
  /** Background in the object's colours, as a share of the object. */
  missed: number;
  /** The share of the object that has the colour of the background nearby. */
  seenThrough: number;
};

/**
 * Losing half a mug is worse than a wall behind it. An object that leaves the picture has to be surer: the
 * model often knows only a part. Limits: web/docs/decisions.
 */
export const isGoodCutout = (signs: CutoutSigns): boolean => cutoutDoubt(signs) <= 1;

/** The worst sign as a multiple of its limit: 0 is flawless, up to 1 is good. */
export function cutoutDoubt({ area, touching, agreement, ...signs }: CutoutSigns): number {
  return Math.max(
    0.01 / area,
    area / 0.75,
    signs.dropped / 0.03,
    (0.6 + touching) / agreement,
    signs.haze / 4.5,
    signs.faint / 0.16,
    signs.missed / 0.25,
    signs.seenThrough / 0.12,
  );
}
