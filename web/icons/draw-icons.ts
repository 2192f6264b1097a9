/**
 * From public/icons/shelv.svg: `pnpm run icons` after changing it. A system cuts a maskable icon to its own
 * shape, never inside the circle of 80 %: there is the shelf. iOS rounds the corners and paints transparency
 * black.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

const FOLDER = join(import.meta.dirname, "../public/icons");
/** In the drawing's units. */
const SIDE = 512;

const drawing = await readFile(join(FOLDER, "shelv.svg"), "utf8");
const rounded = drawing;
const square = replaced(drawing, /rx="112"/, 'rx="0"');
const maskable = replaced(square, /<g id="shelf">/, `<g id="shelf" transform="${scaledTo(0.82)}">`);

/** As tabler draws them, 24 units wide. */
const SIGNS = {
  "add-item": "M12 5v14M5 12h14",
  "my-page": "M10 12a2 2 0 1 0 4 0a2 2 0 0 0-4 0M21 12c-2.4 4-5.4 6-9 6s-6.6-2-9-6c2.4-4 5.4-6 9-6s6.6 2 9 6",
  "qr-code":
    "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM7 7v.01M17 7v.01M7 17v.01M14 14h3M20 14v.01M14 14v3M14 20h3M17 17h3M20 17v3",
};

/** For links to the app. */
const SOCIAL = { width: 1200, height: 630 };
const social = replaced(
  replaced(drawing, /viewBox="[^"]+"/, 'viewBox="-125 74 762 400"'),
  /<rect id="paper"[^>]+>/,
  '<rect x="-125" y="74" width="762" height="401" fill="url(#wall)" />',
);

await Promise.all([
  draw(rounded, 192, "shelv-192"),
  draw(rounded, 512, "shelv-512"),
  draw(maskable, 192, "shelv-maskable-192"),
  draw(maskable, 512, "shelv-maskable-512"),
  draw(square, 180, "apple-touch-icon"),
  draw(social, SOCIAL, "shelv-social"),
  ...Object.entries(SIGNS).map(([name, strokes]) => draw(sign(strokes), 96, `shortcut-${name}`)),
]);

async function draw(
  svg: string,
  size: number | { width: number; height: number },
  name: string,
): Promise<void> {
  const { width, height } = typeof size === "number" ? { width: size, height: size } : size;
  const density = (72 * width) / SIDE;
  const png = await sharp(Buffer.from(svg), { density })
    .resize(width, height)
    .png({ compressionLevel: 9, palette: true, quality: 95 })
    .toBuffer();
  await writeFile(join(FOLDER, `${name}.png`), png);
}

function sign(strokes: string): string {
  const sized = `transform="translate(88 88) scale(14)" fill="none" stroke="#8a4b12" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`;
  return replaced(drawing, /<g id="shelf">[\s\S]*<\/g>/, `<path ${sized} d="${strokes}" />`);
}

function scaledTo(scale: number): string {
  const shift = (SIDE * (1 - scale)) / 2;
  return `translate(${shift} ${shift}) scale(${scale})`;
}

function replaced(text: string, part: RegExp, by: string): string {
  if (!part.test(text)) throw new Error(`shelv.svg has no ${part.source}`);
  return text.replace(part, by);
}
