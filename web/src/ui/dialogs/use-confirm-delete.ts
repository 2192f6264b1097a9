import { useCallback, useState } from "react";
import { focusNeighbour, type FocusNeighbour } from "./focus-neighbour";

export type Deletion<R> = { row: R; neighbour: FocusNeighbour };

export function useConfirmDelete<R>(): {
  deletion: Deletion<R> | null;
  ask: (row: R) => void;
  cancel: () => void;
} {
  const [deletion, setDeletion] = useState<Deletion<R> | null>(null);
  const ask = useCallback((row: R) => setDeletion({ row, neighbour: focusNeighbour() }), []);
  const cancel = useCallback(() => setDeletion(null), []);
  return { deletion, ask, cancel };
}
