import { useCallback, useState } from "react";
import { focusNeighbour, type FocusNeighbour } from "./focus-neighbour";

export type Deletion<R> = { row: R; neighbour: FocusNeighbour };

/**
 * Call `ask` from a control in the row while it has the focus. The dialog is outside the list, which may
 * disappear with its last row.
 */
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
