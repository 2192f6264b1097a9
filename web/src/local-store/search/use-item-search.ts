import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { type Found, itemIndexOf } from "./item-index";
import { useStoreHandle } from "#local-store/boot/store-context";

/**
 * The items that match the query, by id and up to date; null for an empty query and while the index fills.
 */
export function useItemSearch(query: string): Found | null {
  const index = itemIndexOf(useStoreHandle());
  const version = useSyncExternalStore(
    useCallback((listener) => index.onChange(listener), [index]),
    () => index.version,
  );
  useEffect(() => {
    if (query !== "") void index.fill();
  }, [index, query]);
  // oxlint-disable-next-line react/exhaustive-deps -- a new version may change the result of the same query
  return useMemo(() => index.find(query), [index, query, version]);
}
