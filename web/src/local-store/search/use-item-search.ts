import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { type Found, itemIndexOf } from "./item-index";
import type { StoreHandle } from "#local-store/boot/store-handle";

/** The items that a query finds, by their ids and kept up to date; null where it asks for nothing, or the index is still being filled. */
export function useItemSearch(store: StoreHandle, query: string): Found | null {
  const index = itemIndexOf(store);
  const version = useSyncExternalStore(
    useCallback((listener) => index.onChange(listener), [index]),
    () => index.version,
  );
  useEffect(() => {
    if (query !== "") void index.fill();
  }, [index, query]);
  // oxlint-disable-next-line react/exhaustive-deps -- the version says that the same question may have another answer
  return useMemo(() => index.find(query), [index, query, version]);
}
