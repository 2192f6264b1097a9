import { id } from "@shelv/contract/id";
import { pictureSha } from "@shelv/contract/picture";
import { type MutationName, MUTATORS } from "@shelv/mutators/mutations";
import * as fc from "fast-check";
import { arbitraryOf } from "#conformance/arbitrary-of";
import { Pick } from "#conformance/pick";
import { MUTATION_CASES } from "./mutation-cases.ts";

/** Up to five changes of any name, naming things of the caller's own; their numbers are given when they are sent. */
export const drawnMutations: fc.Arbitrary<unknown> = fc.array(
  fc.oneof(
    ...(Object.keys(MUTATORS) as MutationName[]).map((name) =>
      fc.record({ name: fc.constant(name), v: fc.constant(MUTATORS[name].v), args: drawnArgs(name) }),
    ),
  ),
  { maxLength: 5 },
);

function drawnArgs(name: MutationName): fc.Arbitrary<unknown> {
  const ids = MUTATION_CASES[name]?.ids ?? {};
  return arbitraryOf(MUTATORS[name].args, (schema, at) => {
    const kind = schema === id || schema === pictureSha ? ids[at] : undefined;
    return kind ? fc.nat({ max: 20 }).map((nth) => new Pick(nth, kind)) : undefined;
  });
}
