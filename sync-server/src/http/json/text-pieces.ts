import type { Bytes } from "#http/read-body";
import { JSON_HEADERS } from "./ready-json.ts";

/**
 * An answer in pieces, JSON by default, made from the first one at each `read`: together they may be too long
 * for the memory.
 */
export class TextPieces {
  readonly read: () => AsyncIterable<string>;
  readonly headers: Record<string, string>;

  constructor(read: () => AsyncIterable<string>, headers: Record<string, string> = JSON_HEADERS) {
    this.read = read;
    this.headers = headers;
  }
}

/** A thousand usual items. A longer answer is sent while it is read. */
const SHORT_MAX_LENGTH = 500_000;

/** Null for a long one. */
export async function shortText(pieces: TextPieces): Promise<string | null> {
  let text = "";
  for await (const piece of pieces.read()) {
    text += piece;
    if (text.length > SHORT_MAX_LENGTH) return null;
  }
  return text;
}

const PART_LENGTH = 100_000;

export async function* partsOf(pieces: TextPieces): AsyncGenerator<Bytes> {
  const encoder = new TextEncoder();
  let text = "";
  for await (const piece of pieces.read()) {
    text += piece;
    if (text.length < PART_LENGTH) continue;
    yield encoder.encode(text);
    text = "";
  }
  yield encoder.encode(text);
}
