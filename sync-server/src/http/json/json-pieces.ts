import type { Bytes } from "#http/read-body";

/** JSON in pieces, which are made from the first one at each `read`: together they may be too long for the memory. */
export class JsonPieces {
  readonly read: () => AsyncIterable<string>;

  constructor(read: () => AsyncIterable<string>) {
    this.read = read;
  }
}

/** Characters. Longer JSON is sent while it is read. */
export const SHORT_MAX_LENGTH = 2_000_000;

/** Null for a long one. */
export async function shortJson(pieces: JsonPieces): Promise<string | null> {
  let json = "";
  for await (const piece of pieces.read()) {
    json += piece;
    if (json.length > SHORT_MAX_LENGTH) return null;
  }
  return json;
}

/** Characters that are encoded at a time. */
const PART_LENGTH = 100_000;

/** The JSON's bytes, some at a time. */
export async function* partsOf(pieces: JsonPieces): AsyncGenerator<Bytes> {
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
