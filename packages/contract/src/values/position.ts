import * as v from "valibot";

/** A fractional index (a string sorted by bytes). Ties are ordered by id. */
export const position = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^[A-Za-z][\dA-Za-z]*$/, "Must be a position"),
  v.check(hasNeighbours, "Must be a position"),
);

/** In API answers: zero-based, dense, first at the top (or left). */
export const order = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000));

/**
 * The rules of fractional indexing: the first letter gives the length of the integer part (a–z 2 to 27
 * characters, Z–A 2 to 27 downwards), the rest is the fraction, which never ends in 0. Without neighbours, a
 * row would block every later drop beside it.
 */
function hasNeighbours(text: string): boolean {
  const head = text.charCodeAt(0);
  const wholeLength = head >= FIRST_LOWER ? head - FIRST_LOWER + 2 : LAST_UPPER - head + 2;
  const isLowest = text === `A${"0".repeat(26)}`;
  return text.length >= wholeLength && !(text.length > wholeLength && text.endsWith("0")) && !isLowest;
}

const FIRST_LOWER = 97;
const LAST_UPPER = 90;
