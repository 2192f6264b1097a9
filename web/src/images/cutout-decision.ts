/** What is measured of a cut-out, each from 0 to 1. */
export type CutoutSigns = {
  /** The thing's part of the picture. */
  area: number;
  /** The part of the way around the picture, just inside its border, that the thing covers. */
  touching: number;
  /** The part of the thing that was thrown away as islands. */
  dropped: number;
  /** What the border's seed and GrabCut share, of what either holds. */
  agreement: number;
  /** The part of the thing's edge across which the picture hardly changes. */
  faint: number;
};

/**
 * Whether a cut-out is good enough to be shown unasked. Losing half a mug is worse than keeping a wall behind it: what fills the
 * picture, leaves it, falls apart, has no clear edge, or is no longer what stood out at first, stays as it was taken.
 */
export const isWorthShowing = ({ area, touching, dropped, agreement, faint }: CutoutSigns): boolean =>
  area >= 0.01 && area <= 0.75 && touching <= 0.05 && dropped <= 0.08 && agreement >= 0.5 && faint <= 0.02;
