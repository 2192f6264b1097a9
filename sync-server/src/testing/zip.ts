import { makeZip } from "client-zip";
import { fromBufferPromise } from "yauzl";

export type Files = Record<string, string | Uint8Array>;

export async function zipped(files: Files): Promise<Uint8Array<ArrayBuffer>> {
  const entries = Object.entries(files).map(([name, input]) => ({ name, input, lastModified: new Date(0) }));
  return new Uint8Array(await new Response(makeZip(entries)).arrayBuffer());
}

/** Every file of an archive, in its order. */
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
