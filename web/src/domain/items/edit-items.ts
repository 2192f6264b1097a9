import type { ItemMarks } from "@shelv/contract/rows/item";
import type { Mutation } from "@shelv/mutators/mutations";
import { useOwner } from "#session/owner-context.tsx";
import { mutateMany } from "#session/mutate-many";
import { useUndoToast } from "#session/use-undoable";
import { showError } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";

export type MarksEdit = { id: string; patch: Partial<ItemMarks>; was: Partial<ItemMarks> };

export const editOf = (args: MarksEdit): Mutation => ({ name: "item.update", args });
export const undoOf = ({ id, patch, was }: MarksEdit): Mutation => editOf({ id, patch: was, was: patch });

/** Edits what is set beside the form, of any number of items, with one Undo. `read`: the edits and what they did. */
export function useEditItems(): (
  read: () => Promise<{ edits: readonly MarksEdit[]; done: string }>,
) => Promise<void> {
  const owner = useOwner();
  const showDone = useUndoToast();
  return async (read) => {
    try {
      const { edits, done } = await read();
      await mutateMany(owner, edits.map(editOf));
      showDone(done, edits.length === 0 ? null : edits.map(undoOf));
    } catch (error) {
      showError(failedWords["item.update"](errorWords(error)));
    }
  };
}
