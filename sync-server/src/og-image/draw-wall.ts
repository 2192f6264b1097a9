import { withSavedState, downwards, glow, type Pen, stops } from "./og-image-canvas.ts";
import { PREVIEW_HEIGHT as HEIGHT, PREVIEW_WIDTH as WIDTH, type OgImageScene } from "./og-image-scene.ts";

type Look = Pick<OgImageScene<unknown>, "background" | "colours">;

/** The four backgrounds of the page's style sheets, with the lamp. */
export function drawWall(pen: Pen, { background, colours }: Look): void {
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

type Colours = Look["colours"];

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
