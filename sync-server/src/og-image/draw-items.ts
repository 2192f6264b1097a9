import { type Image, loadImage } from "@napi-rs/canvas";
import { BOARD, FLOOR_Y } from "./draw-board.ts";
import { emojiArt } from "./emoji-art.ts";
import { withSavedState, glow, type Pen, stops } from "./og-image-canvas.ts";
import type { OgImageItem } from "./og-image-scene.ts";
import { writable, writeLine } from "./og-image-text.ts";

const FACE = { width: 176, height: 206 };
const SLOT_MAX_PX = 212;
/** The six of item.css, in this image's size. */
const CARDS = [
  [140, 176],
  [140, 158],
  [140, 191],
  [149, 149],
  [127, 182],
  [140, 167],
] as const;
const EMOJI_PX = 72;
const CAPTION_Y = BOARD.top + BOARD.depth + BOARD.front + 36;

type Colours = Record<string, string>;

/** Side by side, with captions below. */
export async function drawItems(
  pen: Pen,
  things: readonly OgImageItem<Uint8Array>[],
  colours: Colours,
): Promise<void> {
  const slot = Math.min(SLOT_MAX_PX, (BOARD.right - BOARD.left) / Math.max(1, things.length));
  const first = (BOARD.left + BOARD.right - slot * things.length) / 2;
  for (const [at, thing] of things.entries()) {
    const x = first + slot * (at + 0.5);
    const image = thing.picture && (await loadImage(thing.picture).catch(() => null));
    if (image && image.width > 0) drawPicture(pen, image, x, colours);
    else drawCard(pen, await emojiArt(thing.emoji), x, { tint: thing.tint, colours });
    writeLine(pen, writable(thing.caption), {
      x,
      y: CAPTION_Y,
      width: slot - 10,
      px: 20,
      weight: 550,
      colour: colours["ink"],
      align: "center",
    });
  }
}

function drawPicture(pen: Pen, image: Image, x: number, colours: Colours): void {
  const scale = Math.min(FACE.width / image.width, FACE.height / image.height);
  const [width, height] = [Math.max(1, image.width * scale), Math.max(1, image.height * scale)];
  drawContact(pen, { x, width }, colours);
  withSavedState(pen, () => {
    pen.shadowColor = colours["shade"] ?? "#0004";
    pen.shadowBlur = 7;
    pen.shadowOffsetY = 3;
    pen.drawImage(image, x - width / 2, FLOOR_Y - height, width, height);
  });
}

function drawCard(
  pen: Pen,
  emoji: Image,
  x: number,
  { tint, colours }: { tint: number; colours: Colours },
): void {
  const [width, height] = CARDS[tint] ?? CARDS[0];
  const [left, top] = [x - width / 2, FLOOR_Y - height];
  drawContact(pen, { x, width }, colours);
  withSavedState(pen, () => {
    pen.beginPath();
    pen.roundRect(left, top, width, height, [12, 12, 6, 6]);
    pen.shadowColor = colours["shade-soft"] ?? "#0002";
    pen.shadowBlur = 5;
    pen.shadowOffsetY = 2;
    pen.fillStyle = colours[`tint-${tint}`] ?? "#fff";
    pen.fill();
  });
  pen.fillStyle = stops(
    pen.createLinearGradient(left, top, left + width * 0.5, top + height * 0.1),
    [0, colours["sheen"]],
    [1, "rgba(255,255,255,0)"],
  );
  pen.fill();
  pen.drawImage(emoji, x - EMOJI_PX / 2, top + (height - EMOJI_PX) / 2, EMOJI_PX, EMOJI_PX);
}

const drawContact = (pen: Pen, { x, width }: { x: number; width: number }, colours: Colours) =>
  glow(pen, { x, y: FLOOR_Y + 1, rx: width / 2 + 7, ry: 9 }, colours["contact"]);
