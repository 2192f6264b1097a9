import type { ItemMarks } from "@shelv/contract/rows/item";
import type { Mutation } from "@shelv/mutators/mutations";
import { useOwner } from "#session/owner-context.tsx";
import { mutateMany } from "#session/mutate-many";
import { type Undo, useUndoToast } from "#session/use-undoable";
import { showError } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";

export type MarksEdit = { id: string; patch: Partial<ItemMarks>; was: Partial<ItemMarks> };

export const editOf = (args: MarksEdit): Mutation => ({ name: "item.update", args });
const undoOf = ({ id, patch, was }: MarksEdit): Mutation => editOf({ id, patch: was, was: patch });

type Edits = { edits: readonly MarksEdit[]; done: string; undo?: Undo };

/**
 * Edits fields of any number of items that are set outside the form, with one Undo. `read`: the edits, what
 * they did, and how to undo them if the reversed edits are not enough.
 */
export function useEditItems(): (read: () => Promise<Edits>) => Promise<void> {
  const owner = useOwner();
  const showDone = useUndoToast();
  return async (read) => {
    try {
      const { edits, done, undo = edits.map(undoOf) } = await read();
      await mutateMany(owner, edits.map(editOf));
      showDone(done, edits.length === 0 ? null : undo);
    } catch (error) {
      showError(failedWords["item.update"](errorWords(error)));
    }
  };
}
