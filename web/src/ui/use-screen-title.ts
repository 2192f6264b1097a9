import { PRODUCT } from "@shelv/contract/product";
import { useEffect } from "react";

/** Names the tab after the screen. */
export function useScreenTitle(title: string): void {
  useEffect(() => {
    document.title = title === PRODUCT ? PRODUCT : `${title} · ${PRODUCT}`;
  }, [title]);
}
