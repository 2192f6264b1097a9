import { useCallback, useState } from "react";
import { besideFocused, type Beside } from "./focus-beside";

/** What is to be deleted, once the owner says so, and where they go on then. */
export type Doomed<R> = { row: R; beside: Beside };

/** Asked by what stands in the row itself, while that has the focus. The question is drawn outside the list, which goes with its last row. */
export function useDoomed<R>(): { doomed: Doomed<R> | null; doom: (row: R) => void; spare: () => void } {
  const [doomed, setDoomed] = useState<Doomed<R> | null>(null);
  const doom = useCallback((row: R) => setDoomed({ row, beside: besideFocused() }), []);
  const spare = useCallback(() => setDoomed(null), []);
  return { doomed, doom, spare };
}
