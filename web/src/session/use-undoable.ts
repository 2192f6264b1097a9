import type { Mutation } from "@shelv/mutators/mutations";
import { useCallback } from "react";
import { showError, showSuccess, showToast } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { undoWords } from "#words/undo";
import { mutateMany } from "./mutate-many";
import { useOwner } from "./owner-context.tsx";

export function useUndoable(): (mutations: Mutation | readonly Mutation[], done: string) => Promise<void> {
  const owner = useOwner();
  const showDone = useUndoToast();
  return useCallback(
    async (mutations, done) => showDone(done, await mutateMany(owner, mutations)),
    [owner, showDone],
  );
}

/** Null hides it. */
export function useUndoToast(): (done: string, undo: readonly Mutation[] | null) => void {
  const owner = useOwner();
  return useCallback(
    (done, undo) => {
      const run = async () => {
        try {
          await mutateMany(owner, undo ?? []);
          showToast({ title: undoWords.undone });
        } catch (error) {
          showError(errorWords(error), undoWords.undoFailed);
        }
      };
      showSuccess(
        done,
        undo ? { label: undoWords.undo, insteadOf: undoWords.insteadOf, run: () => void run() } : undefined,
      );
    },
    [owner],
  );
}
