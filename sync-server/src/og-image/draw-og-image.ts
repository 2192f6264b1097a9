/**
 * The shelf as the page's style sheets draw it, without a browser. Fonts and emoji are included: the same on
 * every machine.
 */
import { BOARD, drawBoard } from "./draw-board.ts";
import { drawItems } from "./draw-items.ts";
import { drawWall } from "./draw-wall.ts";
import { drawProfile } from "./draw-profile.ts";
import { emojiArt } from "./emoji-art.ts";
import { newCanvas, type Pen } from "./og-image-canvas.ts";
import { PREVIEW_WIDTH, type OgImageScene } from "./og-image-scene.ts";
import { writable, writeLine } from "./og-image-text.ts";

const JPEG_QUALITY = 88;

/** JPEG, 1200 × 630. An unreadable picture becomes a card. */
export async function drawOgImage(scene: OgImageScene<Uint8Array>): Promise<Uint8Array> {
  const { canvas, pen } = newCanvas();
  drawWall(pen, scene);
  await drawProfile(pen, scene);
  drawBoard(pen, scene.colours);
  await drawItems(pen, scene.things, scene.colours);
  await drawShelfName(pen, scene);
  return canvas.encode("jpeg", JPEG_QUALITY);
}

const NAME = { px: 27, emojiPx: 30, x: 96, y: 292 };

/** Above the board, as on the page. */
async function drawShelfName(
  pen: Pen,
  { shelfName, shelfEmoji, things, colours }: OgImageScene<Uint8Array>,
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
