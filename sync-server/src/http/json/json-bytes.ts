import { setImmediate } from "node:timers/promises";
import type { Bytes } from "#http/read-body";

/** Encoded at a time: a few ms of work. */
export const PIECE_LENGTH = 500_000;

/** A text may have many megabytes: other requests run in between. */
export async function bytesOfPieces(
  pieces: Iterable<string>,
  between: () => Promise<unknown> = setImmediate,
): Promise<Bytes> {
  const encoder = new TextEncoder();
  const encoded: Bytes[] = [];
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < PIECE_LENGTH) continue;
    encoded.push(encoder.encode(text));
    text = "";
    await between();
  }
  const last = encoder.encode(text);
  return encoded.length === 0 ? last : Buffer.concat([...encoded, last]);
}
