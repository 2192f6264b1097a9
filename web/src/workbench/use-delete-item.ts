import { useUndoable } from "#sync/use-undoable";
import { showError } from "#ui/toast";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";
import { itemFormWords } from "#words/items";

/** Takes an item off its shelf and says what came of it. */
export function useDeleteItem(): (id: string) => Promise<void> {
  const change = useUndoable();
  return async (id) => {
    try {
      await change({ name: "item.delete", args: { id } }, itemFormWords.deleted);
    } catch (error) {
      showError(failedWords["item.delete"](errorWords(error)));
    }
  };
}
