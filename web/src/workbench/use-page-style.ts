import type { PageData } from "@shelv/public-page/page-data";
import { useDeferredValue, useEffect, useMemo, useState } from "react";

/** A page's own style sheet; null until what makes it has come. Only what an owner wrote themselves brings a CSS parser. */
export function usePageStyle(page: PageData): string | null {
  const isWritten = page.appearance.customCss.trim() !== "";
  const [made, setMade] = useState<{ style: (page: PageData) => string } | null>(null);
  useEffect(() => {
    let isGone = false;
    void (isWritten ? wholeStyle() : plainStyle()).then((style) => {
      if (!isGone) setMade({ style });
    });
    return () => {
      isGone = true;
    };
  }, [isWritten]);
  const shown = useDeferredValue(page);
  return useMemo(() => made && made.style(shown), [made, shown]);
}

const wholeStyle = async () => (await import("@shelv/public-page/whole-style")).wholeStyle;
const plainStyle = async () => (await import("@shelv/public-page/page-style")).pageStyle;
