import { useLayoutEffect, useState } from "react";

/**
 * `isOpen`, but false in the first render: a Mantine dialog that is open then never records where to return
 * the focus.
 */
export function useOpened(isOpen: boolean): boolean {
  const [isThere, setThere] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- it has to be closed once
  useLayoutEffect(() => setThere(true), []);
  return isOpen && isThere;
}
