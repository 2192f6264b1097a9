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

type Edits = { edits: readonly MarksEdit[]; done: string };

export function useEditItems(): (read: () => Promise<Edits>) => Promise<void> {
  const owner = useOwner();
  const showDone = useUndoToast();
  return async (read) => {
    try {
      const { edits, done } = await read();
      showDone(done, await mutateMany(owner, edits.map(editOf)));
    } catch (error) {
      showError(failedWords["item.update"](errorWords(error)));
    }
  };
}
