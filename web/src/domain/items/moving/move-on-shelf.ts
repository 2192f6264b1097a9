import { positionsAt } from "@shelv/mutators/placing";
import { itemsById, itemsOfShelf } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useUndoable } from "#session/use-undoable";
import { showError } from "#ui/feedback/toast";
import type { Move } from "#ui/sortable/sortable-area.tsx";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";
import { undoWords } from "#words/undo";
import { positionsNear } from "./positions-near";

/** `ids`: of the whole shelf, in order. */
export function useMoveOnShelf(
  shelfId: string,
  ids: readonly string[],
  nameOf: (id: string) => string,
): Move {
  const { readStore } = useOwner();
  const change = useUndoable();
  return async (id, place) => {
    try {
      const placed = await readStore(async (store) => {
        const near = (wanted: readonly string[]) =>
          itemsById(store, wanted).then((items) => items.filter((item) => item.shelfId === shelfId));
        return (
          (await positionsNear(ids, id, place, near)) ??
          positionsAt(await itemsOfShelf(store, shelfId), id, place)
        );
      });
      await change(
        placed.map((args) => ({ name: "item.move", args: { shelfId, ...args } })),
        undoWords.moved(nameOf(id)),
      );
      return true;
    } catch (error) {
      showError(failedWords["item.move"](errorWords(error)));
      return false;
    }
  };
}
