import { type MutationArgs, type MutationName, MUTATORS } from "@shelv/mutators/mutations";

export const mutation = <N extends MutationName>(name: N, args: MutationArgs<N>) => ({
  name,
  v: MUTATORS[name].v,
  args,
});
