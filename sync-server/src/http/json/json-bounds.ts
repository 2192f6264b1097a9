import { Refusal } from "@shelv/contract/refusal";

export type JsonBounds = { maxContainers: number; maxValues: number };

const OF_A_CALL: JsonBounds = {
  maxContainers: 10_000,
  /** A body of only ids could contain so many. */
  maxValues: 150_000,
};

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPENS_LIST, CLOSES_LIST, OPENS_OBJECT, CLOSES_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Rejects JSON that takes long to parse: nested too deep, or too many values. Reads each byte once, and
 * leaves validity to the parser.
 */
export function mustBeReadable(
  bytes: Uint8Array,
  maxDepth: number,
  { maxContainers, maxValues } = OF_A_CALL,
): void {
  let [depth, containers, values] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === COMMA) values += 1;
    else if (byte === OPENS_LIST || byte === OPENS_OBJECT) {
      depth += 1;
      containers += 1;
      if (depth > maxDepth) throw invalid(`This is nested more than ${maxDepth} deep`);
    } else if (byte === CLOSES_LIST || byte === CLOSES_OBJECT) depth -= 1;
    if (values > maxValues || containers > maxContainers) throw invalid("This holds too many values");
  }
}

const invalid = (message: string) => new Refusal("invalid", [{ path: "", message }]);

/** Bytes of multi-byte characters never equal a quote or a backslash. */
function endOfText(bytes: Uint8Array, from: number): number {
  let end = bytes.indexOf(QUOTE, from + 1);
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end === -1 ? bytes.length : end;
}

function isEscaped(bytes: Uint8Array, at: number): boolean {
  let before = at - 1;
  while (bytes[before] === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}
