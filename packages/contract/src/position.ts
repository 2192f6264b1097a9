import * as v from "valibot";

/**
 * Where a row stands among its siblings: a fractional index (a text that sorts by its bytes), made at the drop,
 * so that two devices can reorder without renumbering each other's rows. Ties are broken by id.
 */
export const position = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^[A-Za-z][\dA-Za-z]*$/, "Must be a position"),
);

/** A row's place as answers tell it: zero-based, dense, the first at the top (or the left). */
export const order = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000));
