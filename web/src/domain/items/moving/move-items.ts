import type { ItemRow } from "@shelv/contract/rows/item";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import type { Mutation } from "@shelv/mutators/mutations";
import { type Edge, positionsAtEdge } from "@shelv/mutators/placing";
import type { LocalStore } from "#local-store/local-store";
import { firstItemsOfShelf, itemsById, lastItemOfShelf } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useUndoable } from "#session/use-undoable";
import { showError, showToast } from "#ui/feedback/toast";
import { withReason } from "#words/catalogue";
import { errorWords } from "#words/errors";
import { moveItemsWords as words } from "#words/screens/items";

export function useMoveItems() {
  const { readStore } = useOwner();
  const change = useUndoable();
  const make = async (read: (store: LocalStore) => Promise<Mutation[]>, done: (count: number) => string) => {
    try {
      const mutations = await readStore(read);
      if (mutations.length === 0) return showToast({ title: words.thereAlready });
      await change(mutations, done(mutations.length));
    } catch (error) {
      showError(withReason(words.failed, errorWords(error)));
    }
  };
  return {
    toEdge: ({ id, shelfId }: ItemRow, edge: Edge) =>
      make(
        (store) => movesToEdge(store, [id], shelfId, edge),
        () => words.movedToEdge[edge],
      ),
    toShelf: (ids: readonly string[], shelf: ShelfRow) =>
      make(
        async (store) => {
          const elsewhere = (await itemsById(store, ids)).filter(({ shelfId }) => shelfId !== shelf.id);
          return movesToEdge(
            store,
            elsewhere.map(({ id }) => id),
            shelf.id,
            "end",
          );
        },
        (count) => words.movedToShelf(count, shelf.name),
      ),
  };
}

export async function movesToEdge(
  store: LocalStore,
  ids: readonly string[],
  shelfId: string,
  edge: Edge,
): Promise<Mutation[]> {
  const [outermost] =
    edge === "top" ? await firstItemsOfShelf(store, shelfId, 1) : await lastItemOfShelf(store, shelfId);
  if (ids.length === 1 && outermost?.id === ids[0]) return [];
  const positions = positionsAtEdge(edge, outermost?.position ?? null, ids.length);
  return ids.map((id, at) => ({
    name: "item.move",
    args: { id, shelfId, position: positions[at] as string },
  }));
}
