import { makeZip } from "client-zip";
import { fromBufferPromise } from "yauzl";

export type Files = Record<string, string | Uint8Array>;

export async function zipped(files: Files): Promise<Uint8Array<ArrayBuffer>> {
  const entries = Object.entries(files).map(([name, input]) => ({ name, input, lastModified: new Date(0) }));
  return new Uint8Array(await new Response(makeZip(entries)).arrayBuffer());
}

/** The declared size may be wrong. */
export function zipOfOne(
  fileName: string,
  { data, unfoldedBytes }: { data: Uint8Array; unfoldedBytes: number },
): Uint8Array<ArrayBuffer> {
  const name = Buffer.from(fileName);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(data.length, 4);
  sizes.writeUInt32LE(unfoldedBytes, 8);
  const common = Buffer.concat([
    Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]),
    sizes,
    Buffer.from([name.length, 0, 0, 0]),
  ]);
  const local = Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), common, name, data]);
  const central = Buffer.concat([
    Buffer.from("PK\u0001\u0002\u0014\u0000", "latin1"),
    common,
    Buffer.alloc(14),
    name,
  ]);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return new Uint8Array(Buffer.concat([local, central, end]));
}

/** Adds entries without content, each with a comment that is not UTF-8, before those of the zip. */
export function withCommentedEntries(
  zip: Uint8Array,
  { names, commentBytes }: { names: readonly string[]; commentBytes: number },
): Uint8Array<ArrayBuffer> {
  const end = Buffer.from(zip.slice(-22));
  const [size, at] = [end.readUInt32LE(12), end.readUInt32LE(16)];
  const added = names.map((name) => {
    const head = Buffer.alloc(46);
    head.write("PK\u0001\u0002", "latin1");
    head.writeUInt16LE(name.length, 28);
    head.writeUInt16LE(commentBytes, 32);
    return Buffer.concat([head, Buffer.from(name), Buffer.alloc(commentBytes, 0xe9)]);
  });
  const directory = Buffer.concat([...added, zip.slice(at, at + size)]);
  for (const field of [8, 10]) end.writeUInt16LE(end.readUInt16LE(field) + names.length, field);
  end.writeUInt32LE(directory.length, 12);
  return new Uint8Array(Buffer.concat([zip.slice(0, at), directory, end]));
}

export async function unzipped(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(Buffer.from(bytes));
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.set(entry.fileName, Buffer.concat(chunks));
  }
  return files;
}
