/** Each from 0 to 1. */
export type CutoutSigns = {
  /** The object's share of the picture. */
  area: number;
  /** Of a line just inside the border, covered by the object. */
  touching: number;
  /** The share of the object that was removed as islands. */
  dropped: number;
  /** Intersection over union of two estimates of the object. */
  agreement: number;
  /** Of the object's edge, where the picture hardly changes. */
  faint: number;
};

/**
 * May be shown without asking. Losing half a mug is worse than a wall behind it, so the original stays if the
 * object fills the picture, leaves it, falls apart, has no clear edge, or differs from the first estimate.
 */
export const isWorthShowing = ({ area, touching, dropped, agreement, faint }: CutoutSigns): boolean =>
  area >= 0.01 && area <= 0.75 && touching <= 0.05 && dropped <= 0.08 && agreement >= 0.5 && faint <= 0.02;
