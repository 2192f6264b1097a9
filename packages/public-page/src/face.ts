/** Where an item's picture stands. Kept in step with `--shelv-face-w` and `--shelv-face-h` in board.css, in pixels. */
export const FACES = { small: { width: 116, height: 136 }, large: { width: 132, height: 156 } };
/** Both faces have nearly this proportion: what is narrower is as tall as the face, the rest as wide. */
const FACE_RATIO = 0.85;

export const isTall = ({ width, height }: { width: number; height: number }): boolean =>
  width / height < FACE_RATIO;

/** The classes of a picture by how it fills its face. */
export const FILLS = { tall: "shelv-tall", wide: "shelv-wide" } as const;
