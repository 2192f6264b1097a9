import { dequal } from "dequal/lite";
import * as v from "valibot";

/**
 * The arguments of an edit: the fields that changed, and what the editor saw there before (`was`). No mutator's outcome
 * depends on `was`: the server compares it, to tell a value that is overwritten unseen. Fields nobody touched are never sent.
 */
export function patchArgs<E extends v.ObjectEntries>(fields: v.ObjectSchema<E, undefined>) {
  const changed = v.partial(fields);
  return { patch: changed, was: v.partial(v.object(mapToUnknown(fields.entries))) };
}

/** What an owner saw may be older than today's rules, so it is kept as it was. */
const mapToUnknown = (entries: v.ObjectEntries): Record<string, v.UnknownSchema> =>
  Object.fromEntries(Object.keys(entries).map((key) => [key, v.unknown()]));

/** The patch that turns `before` into `after`: null when they say the same. */
export function patchBetween<F extends object>(
  before: F,
  after: F,
): { patch: Partial<F>; was: Partial<F> } | null {
  const changed = (Object.keys(after) as (keyof F)[]).filter((key) => !dequal(before[key], after[key]));
  if (changed.length === 0) return null;
  const pick = (from: F) => Object.fromEntries(changed.map((key) => [key, from[key]])) as Partial<F>;
  return { patch: pick(after), was: pick(before) };
}

/** A row with a patch laid over it; fields that the patch leaves out stay. */
export const patched = <R extends object>(row: R, patch: { [K in keyof R]?: R[K] | undefined }): R => ({
  ...row,
  ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
});
