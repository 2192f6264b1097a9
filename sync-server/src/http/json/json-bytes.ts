import { setImmediate } from "node:timers/promises";
import type { Bytes } from "#http/read-body";

/** Characters that are encoded at a time: a few ms of work. */
export const PIECE_LENGTH = 500_000;
/** A longer list in an object is serialised value by value. */
const LONG_LIST = 20;

/** Returns JSON in UTF-8. */
export const jsonBytes = (value: unknown, between?: () => Promise<unknown>): Promise<Bytes> =>
  bytesOfPieces(piecesOf(value), between);

/** Encodes a text, which may have many megabytes: other requests run in between. */
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

function* piecesOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield "[";
    for (const [at, each] of value.entries()) {
      if (at > 0) yield ",";
      yield* piecesOf(each);
    }
    yield "]";
  } else if (hasLongList(value)) {
    let separator = "{";
    for (const [name, each] of Object.entries(value).filter(([, each]) => each !== undefined)) {
      yield `${separator}${JSON.stringify(name)}:`;
      yield* piecesOf(each);
      separator = ",";
    }
    yield "}";
  } else yield JSON.stringify(value);
}

const hasLongList = (value: unknown): value is object =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).some((each) => Array.isArray(each) && each.length > LONG_LIST);
