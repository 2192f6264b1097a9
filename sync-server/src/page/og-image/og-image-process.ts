/**
 * Draws the shelf as the page's style sheets do, without a browser; in the server's process it would block
 * for a tenth of a second.
 */
import { type Image, loadImage, Path2D } from "@napi-rs/canvas";
import { DRAWINGS, OBJECT_BOX, TONES } from "@shelv/public-page/objects/drawings";
import { objectHue } from "@shelv/public-page/look/palette";
import { answerTasks } from "#platform/answer-tasks";
import {
  type OgImageItem,
  type OgImageScene,
  PREVIEW_HEIGHT as HEIGHT,
  PREVIEW_WIDTH as WIDTH,
} from "./og-image-scene.ts";
import { emojiArt } from "./emoji-art.ts";
import { BOARD, drawBoard, FLOOR_Y } from "./draw-board.ts";
import { drawProfile } from "./draw-profile.ts";
import { downwards, glow, newCanvas, type Pen, stops, withSavedState } from "./og-image-canvas.ts";
import { writable, writeLine } from "./og-image-text.ts";

answerTasks(drawOgImage);

const JPEG_QUALITY = 88;

async function drawOgImage(scene: OgImageScene<Uint8Array>): Promise<Uint8Array> {
  const { canvas, pen } = await newCanvas(textsOf(scene));
  drawWall(pen, scene);
  await drawProfile(pen, scene);
  drawBoard(pen, scene.colours);
  await drawItems(pen, scene.things, scene.colours);
  await drawShelfName(pen, scene);
  return canvas.encode("jpeg", JPEG_QUALITY);
}

const textsOf = ({ name, title, shelfName, initials, things }: OgImageScene<unknown>): string =>
  [name, title, shelfName, initials, ...things.map(({ caption }) => caption)].map(writable).join("\n");

const NAME = { px: 27, emojiPx: 30, x: 96, y: 292 };

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
    width: WIDTH - BOARD.left - x - 40,
    px: NAME.px,
    weight: 650,
    colour: colours["ink"],
  });
}

type Colours = Record<string, string>;

type Look = Pick<OgImageScene<unknown>, "background" | "colours">;

function drawWall(pen: Pen, { background, colours }: Look): void {
  const { wall, glow: lamp } = colours;
  pen.fillStyle = wall ?? "#fff";
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  if (background === "gradient") drawGradient(pen, colours);
  if (background === "glass") drawGlass(pen, colours);
  if (background === "wood") drawPlanks(pen, colours);
  if (background !== "glass")
    withSavedState(pen, () => {
      pen.globalAlpha = background === "wood" ? 0.9 : 0.55;
      glow(pen, { x: WIDTH / 2, y: 330, rx: 620, ry: 360 }, lamp);
    });
}

function drawGradient(pen: Pen, { wall, "wall-far": far }: Colours): void {
  pen.fillStyle = stops(pen.createLinearGradient(0, 0, WIDTH * 0.5, HEIGHT), [0.1, wall], [1, far]);
  pen.fillRect(0, 0, WIDTH, HEIGHT);
}

function drawGlass(pen: Pen, { wall, "wall-low": low, "wall-far": far, "shade-soft": shade }: Colours): void {
  pen.fillStyle = low ?? "#fff";
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  for (const [x, y, radius] of [
    [140, 40, 420],
    [1090, 250, 460],
    [260, 590, 420],
  ] as const)
    glow(pen, { x, y, rx: radius, ry: radius }, far);
  withSavedState(pen, () => {
    pen.shadowColor = shade ?? "#0003";
    pen.shadowBlur = 40;
    pen.shadowOffsetY = 10;
    pen.globalAlpha = 0.6;
    pen.fillStyle = wall ?? "#fff";
    pen.beginPath();
    pen.roundRect(40, 262, WIDTH - 80, 338, 28);
    pen.fill();
  });
}

const PLANK_PX = 150;

function drawPlanks(pen: Pen, { plank, "plank-low": low, "shade-soft": shade, grain }: Colours): void {
  pen.fillStyle = downwards(pen, 0, HEIGHT, [0, plank], [1, low]);
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = grain ?? "transparent";
  for (let x = 0; x < WIDTH; x += 9)
    if ((x * 7919) % 31 < 11) pen.fillRect(x, 0, ((x * 104_729) % 3) + 1, HEIGHT);
  pen.fillStyle = shade ?? "transparent";
  for (let x = PLANK_PX; x < WIDTH; x += PLANK_PX) pen.fillRect(x - 2, 0, 3, HEIGHT);
}

const FACE = { width: 176, height: 206 };
const SLOT_MAX_PX = 212;
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

async function drawItems(
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
    else if (thing.emoji === "") drawObject(pen, thing, x, colours);
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

function drawObject(pen: Pen, { object, tint }: OgImageItem<unknown>, x: number, colours: Colours): void {
  const { foot, parts } = DRAWINGS[object];
  const scale = Math.min(FACE.width / OBJECT_BOX.width, FACE.height / OBJECT_BOX.height);
  const hue = objectHue(colours[`tint-${tint}`] ?? "#ffffff");
  drawContact(pen, { x, width: foot * scale }, colours);
  withSavedState(pen, () => {
    pen.translate(x - (OBJECT_BOX.width * scale) / 2, FLOOR_Y - OBJECT_BOX.height * scale);
    pen.scale(scale, scale);
    pen.lineCap = "round";
    pen.lineJoin = "round";
    for (const [tone, path, width] of parts) {
      const [colour, opacity] = TONES[tone] ?? [hue, 1];
      pen.globalAlpha = opacity;
      pen.fillStyle = colour;
      pen.strokeStyle = colour;
      pen.lineWidth = width ?? 0;
      const outline = new Path2D(path);
      // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is no array
      if (width === undefined) pen.fill(outline);
      else pen.stroke(outline);
    }
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
