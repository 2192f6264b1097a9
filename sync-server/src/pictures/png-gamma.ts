/**
 * PNG can define colours with numbers (gAMA, cHRM) instead of a profile, which browsers use and libvips does
 * not: it gets an equivalent profile. https://www.w3.org/TR/png-3/#11addnlcolinfo
 */
import { crc32, deflateSync } from "node:zlib";

type Xy = readonly [x: number, y: number];
type Triple = [number, number, number];
type Primaries = [white: Xy, red: Xy, green: Xy, blue: Xy];

export function withGammaAsProfile(upload: Uint8Array): Uint8Array {
  const png = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength);
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return upload;
  const { gamma, primaries, hasProfile, isGrey } = readHead(png);
  if (hasProfile || gamma === null || gamma === 0) return upload;
  const isOdd = columnsOf(primaries)
    .flat()
    .some((value) => !(Math.abs(value) < MAX_COLUMN));
  const meant = isOdd ? SRGB : primaries;
  if (Math.abs(gamma / SRGB_GAMMA - 1) <= GAMMA_TOLERANCE && isNearly(meant, SRGB)) return upload;
  const chunk = pngChunk(
    "iCCP",
    Buffer.concat([
      Buffer.from("gamma\0\0", "latin1"),
      deflateSync(profile({ gamma, primaries: meant, isGrey })),
    ]),
  );
  return Buffer.concat([png.subarray(0, HEADER_END), chunk, png.subarray(HEADER_END)]);
}

const SIGNATURE = Buffer.from("\u0089PNG\r\n\u001A\n", "latin1");
const HEADER_END = 33;
const COLOUR_TYPE_AT = 25;
const SRGB_GAMMA = 1 / 2.2;
/** libpng's value: smaller differences are invisible. */
const GAMMA_TOLERANCE = 0.05;
/** This is above any real colour; a file may contain any numbers. */
const MAX_COLUMN = 4;
const SRGB: Primaries = [
  [0.3127, 0.329],
  [0.64, 0.33],
  [0.3, 0.6],
  [0.15, 0.06],
];

type Head = { gamma: number | null; primaries: Primaries; hasProfile: boolean; isGrey: boolean };

function readHead(png: Buffer): Head {
  const head: Head = {
    gamma: null,
    primaries: SRGB,
    hasProfile: false,
    isGrey: png[COLOUR_TYPE_AT] === 0 || png[COLOUR_TYPE_AT] === 4,
  };
  for (let at = SIGNATURE.length; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString("latin1", at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (type === "IDAT") break;
    if (type === "iCCP" || type === "sRGB" || type === "cICP") head.hasProfile = true;
    if (type === "gAMA" && data.length === 4) head.gamma = data.readUInt32BE(0) / 100_000;
    if (type === "cHRM" && data.length === 32)
      head.primaries = [0, 8, 16, 24].map((at): Xy => [
        data.readUInt32BE(at) / 100_000,
        data.readUInt32BE(at + 4) / 100_000,
      ]) as Primaries;
  }
  return head;
}

const isNearly = (one: Primaries, other: Primaries) =>
  one.every(([x, y], at) => Math.hypot(x - (other[at] as Xy)[0], y - (other[at] as Xy)[1]) < 0.005);

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, "latin1");
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** ICC 2.1: a curve by its exponent, and for colours the primaries under D50, the profile's white. */
function profile({
  gamma,
  primaries,
  isGrey,
}: Pick<Head, "primaries" | "isGrey"> & { gamma: number }): Buffer {
  const curve = Buffer.alloc(16);
  curve.write("curv", 0, "latin1");
  curve.writeUInt32BE(1, 8);
  // The exponent is in 8.8 fixed point; the file's gamma is its inverse.
  curve.writeUInt16BE(Math.min(0xffff, Math.round(256 / gamma)), 12);
  const tags: [string, Buffer][] = [["wtpt", xyzTag(D50)]];
  if (isGrey) tags.push(["kTRC", curve]);
  else {
    const [red, green, blue] = columnsOf(primaries);
    tags.push(
      ["rXYZ", xyzTag(red)],
      ["gXYZ", xyzTag(green)],
      ["bXYZ", xyzTag(blue)],
      ["rTRC", curve],
      ["gTRC", curve],
      ["bTRC", curve],
    );
  }
  const directory = Buffer.alloc(4 + 12 * tags.length);
  directory.writeUInt32BE(tags.length, 0);
  let offset = ICC_HEADER_BYTES + directory.length;
  for (const [at, [name, { length }]] of tags.entries()) {
    directory.write(name, 4 + 12 * at, "latin1");
    directory.writeUInt32BE(offset, 8 + 12 * at);
    directory.writeUInt32BE(length, 12 + 12 * at);
    offset += length;
  }
  const header = Buffer.alloc(ICC_HEADER_BYTES);
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x0210_0000, 8);
  header.write(`mntr${isGrey ? "GRAY" : "RGB "}XYZ `, 12, "latin1");
  header.write("acsp", 36, "latin1");
  xyzTag(D50).copy(header, 68, 8);
  return Buffer.concat([header, directory, ...tags.map(([, data]) => data)]);
}

const ICC_HEADER_BYTES = 128;
const D50: Triple = [0.9642, 1, 0.8249];

function xyzTag(xyz: Triple): Buffer {
  const tag = Buffer.alloc(20);
  tag.write("XYZ ", 0, "latin1");
  for (const [at, value] of xyz.entries()) tag.writeInt32BE(Math.round(value * 0x1_0000), 8 + 4 * at);
  return tag;
}

/**
 * Red, green and blue at full intensity, in XYZ adapted to D50 with Bradford's matrix, as the ICC requires.
 */
function columnsOf([white, ...colours]: Primaries): [Triple, Triple, Triple] {
  const whiteXyz = xyzOf(white);
  const raw = colours.map(xyzOf) as [Triple, Triple, Triple];
  const share = times(inverse(transposed(raw)), whiteXyz);
  const [from, to] = [times(BRADFORD, whiteXyz), times(BRADFORD, D50)];
  const back = inverse(BRADFORD);
  return raw.map((column, at) => {
    const cone = times(BRADFORD, column.map((value) => value * (share[at] as number)) as Triple);
    return times(
      back,
      cone.map((value, each) => (value * (to[each] as number)) / (from[each] as number)) as Triple,
    );
  }) as [Triple, Triple, Triple];
}

const BRADFORD: [Triple, Triple, Triple] = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

const xyzOf = ([x, y]: Xy): Triple => [x / y, 1, (1 - x - y) / y];
const times = (rows: [Triple, Triple, Triple], [x, y, z]: Triple): Triple =>
  rows.map(([a, b, c]) => a * x + b * y + c * z) as Triple;
const transposed = ([a, b, c]: [Triple, Triple, Triple]): [Triple, Triple, Triple] => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
];

function inverse([[a, b, c], [d, e, f], [g, h, i]]: [Triple, Triple, Triple]): [Triple, Triple, Triple] {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const rows: [Triple, Triple, Triple] = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  return rows.map((row) => row.map((value) => value / determinant)) as [Triple, Triple, Triple];
}
