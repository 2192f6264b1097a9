import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { inOrder, positionsAt } from "@shelv/mutators/placing";
import { useUndoable } from "#session/use-undoable";
import { showError } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";
import { shelfFormWords } from "#words/screens/shelves";
import { undoWords } from "#words/undo";

export function useShelfActions() {
  const change = useUndoable();
  return {
    moveShelf: async (shelves: readonly ShelfRow[], id: string, place: number) => {
      try {
        await change(
          positionsAt(inOrder(shelves), id, place).map((args) => ({ name: "shelf.move", args })),
          undoWords.moved(shelves.find((shelf) => shelf.id === id)?.name ?? ""),
        );
        return true;
      } catch (error) {
        showError(failedWords["shelf.move"](errorWords(error)));
        return false;
      }
    },
    deleteShelf: async (id: string) => {
      try {
        await change({ name: "shelf.delete", args: { id } }, shelfFormWords.deleted);
      } catch (error) {
        showError(failedWords["shelf.delete"](errorWords(error)));
      }
    },
  };
}
