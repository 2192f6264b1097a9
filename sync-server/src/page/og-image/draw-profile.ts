import { loadImage } from "@napi-rs/canvas";
import { initialsGrounds } from "@shelv/public-page/text/initials";
import { withSavedState, type Pen, stops } from "./og-image-canvas.ts";
import type { OgImageScene } from "./og-image-scene.ts";
import { fittingPx, writable, writeLine } from "./og-image-text.ts";

const FRAME = { x: 168, y: 148, radius: 88, inner: 76 };
const TEXT = { x: 292, width: 838 };
const NAME_SIZES = [64, 56, 50, 44] as const;

export async function drawProfile(pen: Pen, scene: OgImageScene<Uint8Array>): Promise<void> {
  drawFrame(pen, scene.colours);
  await drawFace(pen, scene);
  const { ink, "ink-soft": soft } = scene.colours;
  const name = writable(scene.name) || scene.username;
  const title = writable(scene.title);
  const px = fittingPx(pen, name, { width: TEXT.width, weight: 700, sizes: NAME_SIZES });
  const y = title === "" ? 150 : 128;
  writeLine(pen, name, { ...TEXT, y, px, weight: 700, colour: ink });
  writeLine(pen, `@${scene.username}`, { ...TEXT, y: y + 48, px: 30, weight: 450, colour: soft });
  writeLine(pen, title, { ...TEXT, y: y + 92, px: 28, weight: 550, colour: ink });
}

function drawFrame(pen: Pen, colours: Record<string, string>): void {
  const { x, y, radius } = FRAME;
  for (const [blur, offset] of [
    [5, 3],
    [28, 18],
  ] as const) {
    withSavedState(pen, () => {
      pen.shadowColor = colours["shade"] ?? "#0004";
      pen.shadowBlur = blur;
      pen.shadowOffsetY = offset;
      pen.fillStyle = stops(
        pen.createLinearGradient(x - radius * 0.6, y - radius, x + radius * 0.6, y + radius),
        [0, colours["wood-lip"]],
        [0.35, colours["wood-front"]],
        [1, colours["wood-low"]],
      );
      disc(pen, radius);
      pen.fill();
    });
  }
  pen.fillStyle = colours["wood-under"] ?? "#000";
  disc(pen, FRAME.inner + 2);
  pen.fill();
}

async function drawFace(pen: Pen, { avatar, initials, hue }: OgImageScene<Uint8Array>): Promise<void> {
  const { x, y, inner } = FRAME;
  const image = avatar && (await loadImage(avatar).catch(() => null));
  withSavedState(pen, () => {
    disc(pen, inner);
    pen.clip();
    if (image && image.width > 0) {
      const scale = (inner * 2) / Math.min(image.width, image.height);
      pen.drawImage(
        image,
        x - (image.width * scale) / 2,
        y - (image.height * scale) / 2,
        image.width * scale,
        image.height * scale,
      );
      return;
    }
    const { lit, rest } = initialsGrounds(hue);
    pen.fillStyle = rest;
    pen.fillRect(x - inner, y - inner, inner * 2, inner * 2);
    pen.fillStyle = lit;
    pen.beginPath();
    pen.arc(x - 26, y - 56, 106, 0, Math.PI * 2);
    pen.fill();
    writeLine(pen, writable(initials), {
      x,
      y: y + 21,
      width: inner * 2,
      px: 58,
      weight: 600,
      colour: "#fff",
      align: "center",
    });
  });
}

function disc(pen: Pen, radius: number): void {
  pen.beginPath();
  pen.arc(FRAME.x, FRAME.y, radius, 0, Math.PI * 2);
}
