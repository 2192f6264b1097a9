import { missingItems } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useUndoable } from "#session/use-undoable";
import { showError } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";
import { itemFormWords, selectItemsWords } from "#words/screens/items";

/** False: they stay, and a message says why. */
export function useDeleteItems(): (ids: readonly string[]) => Promise<boolean> {
  const { readStore } = useOwner();
  const change = useUndoable();
  /** Of many that were selected, another device may have deleted some. */
  const thoseThere = async (ids: readonly string[]) => {
    const gone = new Set(await readStore((store) => missingItems(store, ids)));
    return ids.filter((id) => !gone.has(id));
  };
  return async (ids) => {
    try {
      const there = ids.length === 1 ? ids : await thoseThere(ids);
      await change(
        there.map((id) => ({ name: "item.delete", args: { id } })),
        ids.length === 1 ? itemFormWords.deleted : selectItemsWords.deleted(there.length),
      );
      return true;
    } catch (error) {
      showError(failedWords["item.delete"](errorWords(error)));
      return false;
    }
  };
}
