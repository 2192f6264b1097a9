import { useLayoutEffect, useState } from "react";

/**
 * `isOpen`, but false in the first render of the same frame. A Mantine dialog returns the focus to the element focused at that time; one that
 * is open in its first render never recorded that.
 */
export function useOpened(isOpen: boolean): boolean {
  const [isThere, setThere] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- it has to be closed once
  useLayoutEffect(() => setThere(true), []);
  return isOpen && isThere;
}
