import { useLayoutEffect, useState } from "react";

/**
 * Closed at first, and open from the same frame on. A dialog of Mantine's gives the focus back to what had it when the dialog opened; one
 * that is drawn for the first time, and open, has never opened.
 */
export function useOpened(isOpen: boolean): boolean {
  const [isThere, setThere] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- that it was closed once is the point
  useLayoutEffect(() => setThere(true), []);
  return isOpen && isThere;
}
