/**
 * Draws what a link to a page is shown with elsewhere: that owner's own shelf, as the page's style sheets draw it, without a
 * browser. All that depends on the machine is left out: fonts and emoji are shipped.
 */
import { BOARD, drawBoard } from "./draw-board.ts";
import { drawThings } from "./draw-things.ts";
import { drawWall } from "./draw-wall.ts";
import { drawWho } from "./draw-who.ts";
import { emojiArt } from "./emoji-art.ts";
import { newPaper, type Pen } from "./preview-canvas.ts";
import { PREVIEW_WIDTH, type PreviewScene } from "./preview-scene.ts";
import { writable, writeLine } from "./preview-text.ts";

const JPEG_QUALITY = 88;

/** A JPEG of 1200 × 630 pixels. A picture that cannot be read is drawn as if there were none. */
export async function drawPreview(scene: PreviewScene<Uint8Array>): Promise<Uint8Array> {
  const { canvas, pen } = newPaper();
  drawWall(pen, scene);
  await drawWho(pen, scene);
  drawBoard(pen, scene.colours);
  await drawThings(pen, scene.things, scene.colours);
  await drawShelfName(pen, scene);
  return canvas.encode("jpeg", JPEG_QUALITY);
}

const NAME = { px: 27, emojiPx: 30, x: 96, y: 292 };

/** On the wall above the board, as on the page. */
async function drawShelfName(
  pen: Pen,
  { shelfName, shelfEmoji, things, colours }: PreviewScene<Uint8Array>,
): Promise<void> {
  const text = writable(shelfName) || (things.length === 0 ? "" : " ");
  if (text === "") return;
  pen.drawImage(await emojiArt(shelfEmoji), NAME.x, NAME.y - NAME.emojiPx + 5, NAME.emojiPx, NAME.emojiPx);
  const x = NAME.x + NAME.emojiPx + 12;
  writeLine(pen, text, {
    x,
    y: NAME.y,
    width: PREVIEW_WIDTH - BOARD.left - x - 40,
    px: NAME.px,
    weight: 650,
    colour: colours["ink"],
  });
}
