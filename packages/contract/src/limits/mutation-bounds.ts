import { Refusal } from "#refusal";

/** Of the arguments as JSON in UTF-8. */
export const MUTATION_MAX_BYTES = 64 * 1024;
/** The arguments themselves count as one level. */
export const MUTATION_MAX_DEPTH = 8;

/**
 * Rejects arguments that are not an object, too large or too deep. It is the first check of untrusted input:
 * it never recurses, and stops at the first byte above the limit.
 */
export function mustBeBounded(args: unknown): asserts args is object {
  if (typeof args !== "object" || args === null || Array.isArray(args))
    throw invalid("This change has no object for its arguments");
  let bytes = 0;
  const waiting: { value: object; depth: number }[] = [{ value: args, depth: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next;
    if (depth > MUTATION_MAX_DEPTH)
      throw invalid(`This change is nested more than ${MUTATION_MAX_DEPTH} deep`);
    const isList = Array.isArray(value);
    bytes += 2 + Math.max(0, (isList ? value.length : Object.keys(value).length) - 1);
    if (bytes > MUTATION_MAX_BYTES) throw new Refusal("change-too-large");
    for (const key of isList ? value.keys() : Object.keys(value)) {
      const part = (value as Record<string | number, unknown>)[key];
      if (typeof key === "string") bytes += jsonBytesOf(key) + 1;
      if (typeof part === "object" && part !== null) waiting.push({ value: part, depth: depth + 1 });
      else bytes += typeof part === "string" ? jsonBytesOf(part) : String(part).length;
      if (bytes > MUTATION_MAX_BYTES) throw new Refusal("change-too-large");
    }
  }
}

const invalid = (message: string) => new Refusal("invalid", [{ path: "", message }]);

/** A text's bytes with quotes; a lower bound for a text that is too long anyway. */
function jsonBytesOf(text: string): number {
  if (text.length > MUTATION_MAX_BYTES) return text.length;
  let bytes = 2;
  for (let at = 0; at < text.length; at += 1) bytes += jsonBytesOfUnit(text.charCodeAt(at));
  return bytes;
}

/** A surrogate pair is four bytes. */
function jsonBytesOfUnit(unit: number): number {
  if (unit < 0x20) return SHORT_ESCAPES.has(unit) ? 2 : 6;
  if (unit < 0x80) return unit === 0x22 || unit === 0x5c ? 2 : 1;
  if (unit < 0x8_00) return 2;
  return unit >= 0xd8_00 && unit <= 0xdf_ff ? 2 : 3;
}

const SHORT_ESCAPES = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d]);
