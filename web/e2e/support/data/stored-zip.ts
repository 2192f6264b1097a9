import { crc32 } from "node:zlib";

export function storedZip(name: string, text: string): Buffer {
  const [title, body] = [Buffer.from(name), Buffer.from(text)];
  const about = Buffer.alloc(26);
  about.writeUInt16LE(20, 0);
  about.writeUInt16LE(0x0800, 2);
  about.writeUInt32LE(crc32(body), 10);
  about.writeUInt32LE(body.length, 14);
  about.writeUInt32LE(body.length, 18);
  about.writeUInt16LE(title.length, 22);
  const file = Buffer.concat([Buffer.from("PK\u0003\u0004"), about, title, body]);
  const listed = Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\0"), about, Buffer.alloc(14), title]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(file.length, 12);
  return Buffer.concat([file, listed, Buffer.from("PK\u0005\u0006"), end]);
}
