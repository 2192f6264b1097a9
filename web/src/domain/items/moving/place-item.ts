import type { ItemRow } from "@shelv/contract/rows/item";
import { positionsAt } from "@shelv/mutators/placing";
import { itemIdsOfShelf, itemsById, itemsOfShelf, shelfById } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useUndoable } from "#session/use-undoable";
import { showError } from "#ui/feedback/toast";
import type { Move } from "#ui/sortable/sortable-area.tsx";
import { draggingWords } from "#words/dragging";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";
import { undoWords } from "#words/undo";
import { positionsNear } from "./positions-near";

type Target = {
  shelfId: string;
  /** Among the shelf's other items. */
  at: number;
  /** Of the whole shelf, in order, if known. */
  ids?: readonly string[];
};

/** Puts an item in a place of its shelf or of another. False: it stays where it is, and a message says why. */
export function usePlaceItem(): (item: Pick<ItemRow, "id" | "title">, target: Target) => Promise<boolean> {
  const { readStore } = useOwner();
  const change = useUndoable();
  return async ({ id, title }, { shelfId, at, ids }) => {
    try {
      const placed = await readStore(async (store) => {
        if (!(await store.items.get(id)) || !(await shelfById(store, shelfId))) return null;
        const near = (wanted: readonly string[]) =>
          itemsById(store, wanted).then((items) => items.filter((item) => item.shelfId === shelfId));
        return (
          (await positionsNear(ids ?? (await itemIdsOfShelf(store, shelfId)), id, at, near)) ??
          positionsAt(await itemsOfShelf(store, shelfId), id, at)
        );
      });
      if (!placed) {
        showError(draggingWords.wasDeleted);
        return false;
      }
      await change(
        placed.map((args) => ({ name: "item.move", args: { shelfId, ...args } })),
        undoWords.moved(title),
      );
      return true;
    } catch (error) {
      showError(failedWords["item.move"](errorWords(error)));
      return false;
    }
  };
}

/** `ids`: of the whole shelf, in order. */
export function useMoveOnShelf(
  shelfId: string,
  ids: readonly string[],
  nameOf: (id: string) => string,
): Move {
  const placeItem = usePlaceItem();
  return (id, at) => placeItem({ id, title: nameOf(id) }, { shelfId, at, ids });
}
