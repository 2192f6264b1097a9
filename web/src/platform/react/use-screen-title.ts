import { PRODUCT } from "@shelv/contract/product";
import { useEffect } from "react";

export function useScreenTitle(title: string): void {
  useEffect(() => {
    document.title = title === PRODUCT ? PRODUCT : `${title} · ${PRODUCT}`;
  }, [title]);
}
