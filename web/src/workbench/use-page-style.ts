import type { PageData } from "@shelv/public-page/page-data";
import type { pageStyle } from "@shelv/public-page/page-style";
import { useDeferredValue, useEffect, useMemo, useState } from "react";

/** A page's own style sheet; null until what makes it has come. It brings a CSS parser, which no other screen needs. */
export function usePageStyle(page: PageData): string | null {
  const [make, setMake] = useState<{ pageStyle: typeof pageStyle } | null>(null);
  useEffect(() => {
    let isGone = false;
    void import("@shelv/public-page/page-style").then(({ pageStyle }) => {
      if (!isGone) setMake({ pageStyle });
    });
    return () => {
      isGone = true;
    };
  }, []);
  const shown = useDeferredValue(page);
  return useMemo(() => make && make.pageStyle(shown), [make, shown]);
}
