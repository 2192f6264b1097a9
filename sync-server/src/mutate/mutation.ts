import { type MutationArgs, type MutationName, MUTATORS } from "@shelv/mutators/mutations";

/** A change as the write path takes it, in the version that this build writes. */
export const mutation = <N extends MutationName>(name: N, args: MutationArgs<N>) => ({
  name,
  v: MUTATORS[name].v,
  args,
});
