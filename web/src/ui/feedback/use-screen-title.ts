import { PRODUCT } from "@shelv/contract/product";
import { useEffect } from "react";

/** Sets the tab's title. */
export function useScreenTitle(title: string): void {
  useEffect(() => {
    document.title = title === PRODUCT ? PRODUCT : `${title} · ${PRODUCT}`;
  }, [title]);
}
