import { position } from "@shelv/contract/values/position";
import { dequal } from "dequal/lite";
import * as v from "valibot";

/**
 * The changed fields, and what the editor saw before (`was`), by which the server detects a value overwritten
 * unseen; no result depends on it. Untouched fields are never sent.
 */
export function patchArgs<E extends v.ObjectEntries>(fields: v.ObjectSchema<E, undefined>) {
  const changed = v.partial(fields);
  return { patch: changed, was: v.partial(v.object(mapToUnknown(fields.entries))), unseen: unseenFields };
}

/** Written by another tab of the device, and not shown in the form. */
export const unseenFields = v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.maxLength(20)));

/** Values of `was` are not validated: they may predate today's rules. */
const mapToUnknown = (entries: v.ObjectEntries): Record<string, v.UnknownSchema> =>
  Object.fromEntries(Object.keys(entries).map((key) => [key, v.unknown()]));

/**
 * The rule of every undo: it takes back only what its own change wrote (`wrote`). What has another value by
 * now stays.
 */
export const isStillWritten = <R extends object>(row: R, wrote: Partial<R>): boolean =>
  Object.entries(wrote).every(([field, value]) => dequal(row[field as keyof R], value));

/** On an undo of a move: the place that the move wrote. */
export const undonePlace = v.optional(v.object({ position }));

export function patchBetween<F extends object>(
  before: F,
  after: F,
): { patch: Partial<F>; was: Partial<F> } | null {
  const changed = (Object.keys(after) as (keyof F)[]).filter((key) => !dequal(before[key], after[key]));
  if (changed.length === 0) return null;
  const pick = (from: F) => Object.fromEntries(changed.map((key) => [key, from[key]])) as Partial<F>;
  return { patch: pick(after), was: pick(before) };
}

/** Fields that the patch lacks stay. */
export const patched = <R extends object>(row: R, patch: { [K in keyof R]?: R[K] | undefined }): R => ({
  ...row,
  ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
});
