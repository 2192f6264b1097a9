import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { openedItemAtom } from "#domain/items/open-item";
import { useMadeRow } from "#domain/arrivals/made-row";
import { useIsWide } from "#ui/dialogs/use-is-phone";

/** More at once are a first sync or an import. */
const ARRIVALS_AT_MOST = 12;
const LANDED_WITHIN_MS = 1000;
const NONE: ReadonlySet<string> = new Set();

/** By a form. On a wide screen it is beside the wall. */
export function useIsCovered(): boolean {
  const isWide = useIsWide();
  return useAtomValue(openedItemAtom) !== undefined && !isWide;
}

/**
 * The things that came onto the wall while it is looked at: from a form, a share, a capture or another device.
 * They land once no form covers it. `carriedId`: of one that a hand brings; it does not land.
 */
export function useArrivals(ids: readonly string[], carriedId?: string): ReadonlySet<string> {
  const isCovered = useIsCovered();
  const { madeId } = useMadeRow();
  const [known, setKnown] = useState(ids);
  const [arrivals, setArrivals] = useState(() =>
    madeId !== null && ids.includes(madeId) ? new Set([madeId]) : NONE,
  );
  if (known !== ids) {
    const before = new Set(known);
    const added = ids.filter((id) => !before.has(id) && id !== carriedId);
    setKnown(ids);
    if (added.length > 0 && added.length <= ARRIVALS_AT_MOST) setArrivals(new Set([...arrivals, ...added]));
  }
  useEffect(() => {
    if (isCovered || arrivals.size === 0) return undefined;
    const timer = setTimeout(() => setArrivals(NONE), LANDED_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [arrivals, isCovered]);
  return arrivals;
}
