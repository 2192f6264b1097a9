import { type Readable, pipeline, Transform } from "node:stream";
import { DamagedBody, decoderOf } from "./content-decoder.ts";

/** A body in layers of compression is an attack. */
const LAYERS_AT_MOST = 2;
/** Each needs a window of up to 16 MB. */
const BROTLI_LAYERS_AT_MOST = 1;
/** Some servers send a chunk for each word of a page. */
const FREE_MESSAGES = 8192;
const MEAN_MESSAGE_MIN_BYTES = 64;

export type Take = (piece: Buffer) => void | Promise<void>;

/** `isCut`: there was more. Unknown encodings are ignored, as in browsers. Null for too many layers. */
export async function readBounded(
  body: Readable,
  { encoding, maxBytes, take }: { encoding: string; maxBytes: number; take: Take },
): Promise<{ isCut: boolean } | null> {
  const layers = encoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  if (layers.length > LAYERS_AT_MOST) return null;
  if (layers.filter((name) => name === "br").length > BROTLI_LAYERS_AT_MOST) return null;
  const decoders = layers.toReversed().map(decoderOf);
  const isKnown = decoders.every((decoder) => decoder !== null);
  const work = new Work();
  const streams = isKnown ? decoders.flatMap((decoder) => [work.meter(maxBytes), ...decoder]) : [];
  // The last output is bounded by its reader, which stores what comes before the limit.
  const all = [body, work.meter(Infinity), ...streams];
  // Errors reach the loop of the reader.
  pipeline(all, () => {});
  try {
    const read = await takeFrom(all.at(-1) as Readable, maxBytes, take);
    return { isCut: work.isTooMuch || read > maxBytes };
  } finally {
    body.destroy();
  }
}

/**
 * Limits count work, not only what is useful: the bytes of each layer, and the messages (chunks) in which
 * they come.
 */
class Work {
  isTooMuch = false;

  /** Ends, and takes nothing more, if the work is too much. */
  meter(maxBytes: number): Transform {
    const noteTooMuch = () => void (this.isTooMuch = true);
    let [bytes, messages] = [0, 0];
    return new Transform({
      transform(chunk: Buffer, _, done) {
        bytes += chunk.length;
        messages += 1;
        if (bytes <= maxBytes && messages <= FREE_MESSAGES + bytes / MEAN_MESSAGE_MIN_BYTES)
          return done(null, chunk);
        noteTooMuch();
        this.push(null);
      },
    });
  }
}

async function takeFrom(output: Readable, maxBytes: number, take: Take): Promise<number> {
  let read = 0;
  try {
    for await (const piece of output as AsyncIterable<Buffer>) {
      await take(piece.subarray(0, maxBytes - read));
      read += piece.length;
      if (read > maxBytes) break;
    }
  } catch (error) {
    // A page whose end is damaged can be read up to there.
    if (read === 0 || !isDamaged(error)) throw error;
  }
  return read;
}

const isDamaged = (error: unknown) =>
  error instanceof DamagedBody ||
  /^(?:Z_|ERR_BROTLI|ERR__ERROR)/.test((error as NodeJS.ErrnoException).code ?? "");
