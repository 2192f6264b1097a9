import { Refusal, type RefusalCode } from "@shelv/contract/refusal";
import type { Mutation } from "@shelv/mutators/mutations";
import { restoreFor } from "@shelv/mutators/undo";
import { useState } from "react";
import { withReopening } from "#local-store/storage-errors";
import { restoreCategoryItems } from "#outbox/restore-category-items";
import { type Owner, useOwner } from "./owner-context.tsx";
import { refuseMoveOfDeleted } from "#outbox/refuse-move-of-deleted";

/**
 * For a form that may outlive its row: once another device has deleted the row, `isGone` is true, and the
 * next change restores the row first.
 */
export function useRestoringMutate() {
  const owner = useOwner();
  const [gone, setGone] = useState<{ code: RefusalCode; restore: Mutation } | null>(null);
  const restoringMutate: Owner["mutate"] = async (mutations) => {
    const changes = [mutations].flat<(Mutation | readonly Mutation[])[]>();
    const restore = gone && restoreOf(changes, gone.code);
    // Nothing is restored if the owner continues with another row.
    const restores = restore && idOf(restore) === idOf(gone.restore) ? [restore] : [];
    try {
      const restored = await owner.readStore((store) =>
        withReopening(store, async () => {
          if (restores.length === 0) await refuseMoveOfDeleted(store, changes);
          return restoreCategoryItems(store, restores);
        }),
      );
      return await owner.mutate([...restored, ...changes]);
    } catch (error) {
      if (error instanceof Refusal) setGone((was) => asGone(changes, error.code) ?? was);
      throw error;
    }
  };
  return { isGone: gone !== null, mutate: restoringMutate };
}

function asGone(changes: readonly Mutation[], code: RefusalCode) {
  const restore = restoreOf(changes, code);
  return restore && { code, restore };
}

const restoreOf = (changes: readonly Mutation[], code: RefusalCode): Mutation | null =>
  changes.map(({ name, args }) => restoreFor({ name, args, code })).find((restore) => restore !== null) ??
  null;

const idOf = ({ args }: Mutation) => (args as { id?: string }).id;
