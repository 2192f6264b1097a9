import { withSavedState, downwards, type Pen } from "./og-image-canvas.ts";
import { PREVIEW_WIDTH as WIDTH } from "./og-image-scene.ts";

export const BOARD = { left: 70, right: WIDTH - 70, top: 486, depth: 22, front: 40 } as const;
export const FLOOR_Y = BOARD.top + BOARD.depth - 9;

/** As board.css does. */
export function drawBoard(pen: Pen, colours: Record<string, string>): void {
  const { left, right, top, depth, front } = BOARD;
  const lip = top + depth;
  for (const [blur, y] of [
    [4, 4],
    [26, 20],
    [46, 44],
  ] as const) {
    withSavedState(pen, () => {
      pen.shadowColor = (blur > 40 ? colours["shade-soft"] : colours["shade"]) ?? "#0004";
      pen.shadowBlur = blur;
      pen.shadowOffsetY = y;
      pen.fillStyle = colours["wood-low"] ?? "#a36c38";
      pen.fillRect(left + blur, lip, right - left - blur * 2, front);
    });
  }
  pen.fillStyle = downwards(pen, top, lip, [0, colours["wood-back"]], [0.7, colours["wood-top"]]);
  pen.beginPath();
  pen.moveTo(left + 20, top);
  pen.lineTo(right - 20, top);
  pen.lineTo(right, lip);
  pen.lineTo(left, lip);
  pen.fill();
  pen.fillStyle = downwards(
    pen,
    lip,
    lip + front,
    [0, colours["wood-front"]],
    [0.88, colours["wood-low"]],
    [1, colours["wood-under"]],
  );
  pen.beginPath();
  pen.roundRect(left, lip, right - left, front, [2, 2, 6, 6]);
  pen.fill();
  pen.fillStyle = colours["grain"] ?? "transparent";
  for (const [at, height] of [
    [9, 1.5],
    [15, 2.5],
    [22, 1],
    [27, 2],
    [33, 1.5],
  ] as const)
    pen.fillRect(left + 4, lip + at, right - left - 8, height);
  pen.fillStyle = colours["wood-lip"] ?? "#fff";
  pen.fillRect(left, lip, right - left, 2.5);
}
