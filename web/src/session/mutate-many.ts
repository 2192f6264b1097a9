import type { Mutation } from "@shelv/mutators/mutations";
import type { Owner } from "./owner-context.tsx";

/**
 * The most changes in one transaction. Thousands would block every other change of this account for seconds.
 */
const TOGETHER = 100;

/**
 * Like `owner.mutate`, for any number of changes, all or none: after a failure it undoes what it has done.
 */
export async function mutateMany(
  { mutate }: Pick<Owner, "mutate">,
  mutations: Mutation | readonly Mutation[],
): Promise<Mutation[] | null> {
  const list = [mutations].flat<(Mutation | readonly Mutation[])[]>();
  const undos: (Mutation[] | null)[] = [];
  for (let from = 0; from < list.length; from += TOGETHER) {
    try {
      undos.unshift(await mutate(list.slice(from, from + TOGETHER)));
    } catch (error) {
      for (const undo of undos) await mutate(undo ?? []);
      throw error;
    }
  }
  return undos.length === 0 || undos.includes(null) ? null : undos.flatMap((undo) => undo ?? []);
}
