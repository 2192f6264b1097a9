import sharp from "sharp";

type Size = { width?: number; height?: number };

/** A real picture: noise, so that it does not compress to nothing. */
export async function picture(format: "jpeg" | "png" | "gif" | "webp", { width = 640, height = 480 }: Size = {}): Promise<Uint8Array<ArrayBuffer>> {
  const noise = sharp({ create: { width, height, channels: 3, background: "#888", noise: { type: "gaussian", mean: 128, sigma: 40 } } });
  return new Uint8Array(await noise.toFormat(format).toBuffer());
}

/** A photo lying on its side that says where it was taken. */
export async function photoWithMetadata(): Promise<Uint8Array<ArrayBuffer>> {
  const photo = sharp({ create: { width: 400, height: 200, channels: 3, background: "#c33" } })
    .withExif({ IFD0: { Copyright: "Ada" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg();
  return new Uint8Array(await photo.toBuffer());
}
