import { randomBytes } from "node:crypto";
import { crc32, deflateRawSync } from "node:zlib";
import sharp from "sharp";

function repeatedRows({
  width,
  height,
  rows,
  channels,
}: {
  width: number;
  height: number;
  rows: number;
  channels: 1 | 3;
}): Buffer {
  const noise = randomBytes(width * rows * channels);
  const whole = Buffer.alloc(width * height * channels);
  for (let at = 0; at < whole.length; at += noise.length) noise.copy(whole, at);
  return whole;
}

export async function amplifyingPng(): Promise<Uint8Array<ArrayBuffer>> {
  const raw = repeatedRows({ width: 2400, height: 2400, rows: 12, channels: 1 });
  return new Uint8Array(
    await sharp(raw, { raw: { width: 2400, height: 2400, channels: 1 } })
      .png({ compressionLevel: 9 })
      .toBuffer(),
  );
}

export async function endlessWebp(): Promise<Uint8Array<ArrayBuffer>> {
  const size = { width: 700, height: 700 * 100 };
  const raw = repeatedRows({ ...size, rows: 8, channels: 3 });
  const animated = sharp(raw, { raw: { ...size, channels: 3, pageHeight: 700 }, limitInputPixels: false });
  return new Uint8Array(
    await animated
      .webp({ lossless: true, effort: 0, loop: 0, delay: Array.from({ length: 100 }, () => 50) })
      .toBuffer(),
  );
}

export const plainPng = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await sharp({ create: { width: 640, height: 480, channels: 3, background: "#8c3c28" } })
      .png()
      .toBuffer(),
  );

export function deflatedZip(name: string, bytes: Buffer): Uint8Array<ArrayBuffer> {
  const packed = deflateRawSync(bytes, { level: 9 });
  const crc = crc32(bytes);
  const local = Buffer.alloc(30 + name.length);
  local.writeUInt32LE(0x04_03_4b_50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(crc, 14);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(bytes.length, 22);
  local.writeUInt16LE(name.length, 26);
  local.write(name, 30);
  const central = Buffer.alloc(46 + name.length);
  central.writeUInt32LE(0x02_01_4b_50, 0);
  central.writeUInt16LE(20, 4);
  central.writeUInt16LE(20, 6);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(crc, 16);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(bytes.length, 24);
  central.writeUInt16LE(name.length, 28);
  central.write(name, 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  return new Uint8Array(Buffer.concat([local, packed, central, end]));
}
