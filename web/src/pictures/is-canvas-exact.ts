/** Browsers that resist fingerprinting (Tor Browser, LibreWolf, Mullvad) silently return noise. */
type Canvas = Pick<OffscreenCanvas, "width" | "height"> & {
  getContext(
    kind: "2d",
  ): Pick<OffscreenCanvasRenderingContext2D, "fillStyle" | "fillRect" | "getImageData"> | null;
};

const SIDE = 8;
/** Some browsers change the last bits of a few pixels. */
const TOLERANCE = 8;

export function isCanvasExact(canvas: Canvas = new OffscreenCanvas(SIDE, SIDE)): boolean {
  const context = canvas.getContext("2d");
  if (!context) return false;
  const colors = Array.from(
    { length: SIDE * SIDE },
    (_, at) => [(at * 67) % 256, (at * 151) % 256, (at * 211) % 256] as const,
  );
  colors.forEach(([red, green, blue], at) => {
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    context.fillRect(at % SIDE, Math.floor(at / SIDE), 1, 1);
  });
  const { data } = context.getImageData(0, 0, SIDE, SIDE);
  return colors.every((color, at) =>
    [...color, 255].every((part, of) => Math.abs((data[4 * at + of] ?? -TOLERANCE * 2) - part) <= TOLERANCE),
  );
}
