import { atom, getDefaultStore, useSetAtom } from "jotai";
import { useEffect } from "react";

/** How many open forms hold something typed and not yet saved: while there are some, nothing may reload the page. */
const dirtyFormsAtom = atom(0);

export const hasDirtyForms = () => getDefaultStore().get(dirtyFormsAtom) > 0;

export function useDirtyForm(isDirty: boolean): void {
  const setCount = useSetAtom(dirtyFormsAtom);
  useEffect(() => {
    if (!isDirty) return undefined;
    setCount((count) => count + 1);
    return () => setCount((count) => count - 1);
  }, [isDirty, setCount]);
}
