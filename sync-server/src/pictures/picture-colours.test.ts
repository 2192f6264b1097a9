import sharp from "sharp";
import { expect, test } from "vitest";
import { withChunk } from "#testing/picture-bytes";
import { pictureFixture } from "#testing/pictures";
import { encodePicture } from "./encode-picture.ts";

type Colour = readonly [red: number, green: number, blue: number];

async function coloursOf(upload: Uint8Array): Promise<Colour[]> {
  const [original] = await encodePicture(upload);
  const {
    data,
    info: { width, height, channels },
  } = await sharp(original?.bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) =>
    [...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3)] as unknown as Colour;
  return [
    at(3, 3),
    at(width - 4, 3),
    at(3, height - 4),
    at(width - 4, height - 4),
    at(width / 2, height / 2),
  ];
}

const distance = (one: readonly Colour[], other: readonly Colour[]) =>
  Math.max(
    ...one.flatMap((colour, at) =>
      colour.map((value, channel) => Math.abs(value - (other[at]?.[channel] ?? Infinity))),
    ),
  );

test.each<[string, Colour[]]>([
  [
    "p3-16.png",
    [
      [200, 50, 30],
      [45, 153, 76],
      [39, 80, 199],
      [230, 200, 49],
      [255, 255, 255],
    ],
  ],
  [
    "png-gamma1.png",
    [
      [229, 122, 96],
      [117, 204, 148],
      [110, 152, 229],
      [244, 229, 122],
      [255, 255, 255],
    ],
  ],
])("The colours of %s are those that a browser shows", async (name, shown) => {
  expect(distance(await coloursOf(await pictureFixture(name)), shown)).toBeLessThanOrEqual(4);
});

type Said = {
  gamma?: number;
  primaries?: readonly number[];
  isSrgb?: boolean;
  isGrey?: boolean;
  isDeep?: boolean;
};
const GAMMA_1 = 100_000;
const GAMMA_22 = 45_455;

async function pngThatSays({
  gamma,
  primaries,
  isSrgb = false,
  isGrey = false,
  isDeep = false,
}: Said): Promise<Uint8Array> {
  const plain = sharp({
    create: { width: 24, height: 24, channels: 3, background: isGrey ? "#808080" : "#c8321e" },
  });
  const space = isGrey ? (isDeep ? "grey16" : "b-w") : isDeep ? "rgb16" : "srgb";
  let png: Uint8Array = await plain.toColourspace(space).png().toBuffer();
  if (gamma !== undefined) png = withChunk(png, "gAMA", numbers(gamma));
  if (primaries) png = withChunk(png, "cHRM", numbers(...primaries));
  return isSrgb ? withChunk(png, "sRGB", Uint8Array.of(0)) : png;
}

function numbers(...values: number[]): Uint8Array {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at);
  return bytes;
}

test.each<[string, Said, Colour]>([
  ["sixteen bits and no profile", { isDeep: true }, [200, 50, 30]],
  ["nearly the web's own gamma", { gamma: GAMMA_22 }, [200, 50, 30]],
  ["a gamma of 1", { gamma: GAMMA_1 }, [229, 122, 96]],
  ["a gamma of 1 and sixteen bits", { gamma: GAMMA_1, isDeep: true }, [229, 122, 96]],
  ["a gamma of 1 and grey alone", { gamma: GAMMA_1, isGrey: true }, [187, 187, 187]],
  [
    "a gamma of 1, grey alone and sixteen bits",
    { gamma: GAMMA_1, isGrey: true, isDeep: true },
    [187, 187, 187],
  ],
  ["a gamma of 1, and the word that it is sRGB", { gamma: GAMMA_1, isSrgb: true }, [200, 50, 30]],
  [
    "Display P3's primaries",
    { gamma: GAMMA_22, primaries: [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000] },
    [219, 14, 0],
  ],
  ["primaries that mean nothing", { gamma: GAMMA_22, primaries: Array<number>(8).fill(0) }, [200, 50, 30]],
])("A PNG of %s has the colours that a browser shows", async (_, said, colour) => {
  expect(
    distance(await coloursOf(await pngThatSays(said)), Array<Colour>(5).fill(colour)),
  ).toBeLessThanOrEqual(4);
});
