/** Reads a body, decompressed. No more than a limit is ever in memory. */
import { type Readable, pipeline } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

const DECODERS: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  "x-gzip": () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  deflate: () => createInflate({ finishFlush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
};
export const ACCEPTED_ENCODINGS = "gzip, deflate, br";
/** A body in layers of compression is an attack. */
const LAYERS_AT_MOST = 2;

/** Reads a body up to a limit. `isCut`: there was more. Null for an encoding that was not requested. */
export async function readBounded(
  body: Readable,
  encoding: string,
  maxBytes: number,
): Promise<{ bytes: Buffer; isCut: boolean } | null> {
  const layers = encoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  if (layers.length > LAYERS_AT_MOST || layers.some((name) => !Object.hasOwn(DECODERS, name))) return null;
  const decoders = layers.toReversed().map((name) => DECODERS[name]?.() as NodeJS.ReadWriteStream);
  const last = decoders.at(-1);
  // Errors reach the loop below.
  if (last) pipeline([body, ...decoders], () => {});
  return collect(body, (last ?? body) as Readable, maxBytes);
}

/**
 * Collects the output up to a limit. Compressed data may give no output forever, so the input is counted too.
 */
async function collect(input: Readable, output: Readable, maxBytes: number) {
  const chunks: Buffer[] = [];
  let [read, taken] = [0, 0];
  const isOver = () => taken > maxBytes || read > maxBytes;
  if (input !== output)
    input.on("data", (chunk: Buffer) => {
      read += chunk.length;
      if (isOver()) input.destroy(new Error("Too much compressed data"));
    });
  try {
    for await (const chunk of output as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      taken += chunk.length;
      if (isOver()) break;
    }
  } catch (error) {
    // A page whose end is damaged can be read up to there.
    if (!isOver() && (taken === 0 || !isDamaged(error))) throw error;
  } finally {
    output.destroy();
    input.destroy();
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut: isOver() };
}

const isDamaged = (error: unknown) =>
  /^(?:Z_|ERR_BROTLI|ERR__ERROR)/.test((error as NodeJS.ErrnoException).code ?? "");
