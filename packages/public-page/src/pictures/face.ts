/** In px, in sync with `--shelv-face-w` and `--shelv-face-h` in board.css. */
export const FACES = { small: { width: 116, height: 136 }, large: { width: 132, height: 156 } };
/** About width by height of both faces: narrower pictures are as tall as the face, others as wide. */
const FACE_RATIO = 0.85;

export const isTall = ({ width, height }: { width: number; height: number }): boolean =>
  width / height < FACE_RATIO;

export const FILLS = { tall: "shelv-tall", wide: "shelv-wide" } as const;
