import type { Mutation } from "@shelv/mutators/mutations";
import type { Owner } from "./owner-context.tsx";

/** Thousands in one transaction would block this account's other changes for seconds. */
const TOGETHER = 100;

/** Any number of changes, all or none: a failure undoes those already made. */
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
