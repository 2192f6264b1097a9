import * as v from "valibot";

/**
 * Where a row stands among its siblings: a fractional index (a text that sorts by its bytes), made at the drop,
 * so that two devices can reorder without renumbering each other's rows. Ties are broken by id.
 */
export const position = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^[A-Za-z][\dA-Za-z]*$/, "Must be a position"),
  v.check(hasNeighbours, "Must be a position"),
);

/** A row's place as answers tell it: zero-based, dense, the first at the top (or the left). */
export const order = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000));

/**
 * Whether another position can be made on both sides of this one, after the rules of fractional indexing: the first letter
 * tells how long the whole part is (a–z two to 27 characters, Z–A two to 27 the other way), what follows is the fraction,
 * and a fraction never ends in 0. One row without neighbours would hold up every later drop beside it.
 */
function hasNeighbours(text: string): boolean {
  const head = text.charCodeAt(0);
  const wholeLength = head >= FIRST_LOWER ? head - FIRST_LOWER + 2 : LAST_UPPER - head + 2;
  const isLowest = text === `A${"0".repeat(26)}`;
  return text.length >= wholeLength && !(text.length > wholeLength && text.endsWith("0")) && !isLowest;
}

const FIRST_LOWER = 97;
const LAST_UPPER = 90;
