import type { PageData } from "@shelv/public-page/page-data";
import { useDeferredValue, useMemo } from "react";
import type { MissingPart } from "#ui/part-note.tsx";
import { usePart } from "#ui/use-part";

/** A page's own style sheet; null until what makes it has come. Only what an owner wrote themselves brings a CSS parser. */
export function usePageStyle(page: PageData): { style: string | null; missing: MissingPart | null } {
  const isWritten = page.appearance.customCss.trim() !== "";
  const { part: styleOf, missing } = usePart<(page: PageData) => string>(isWritten ? wholeStyle : plainStyle);
  const shown = useDeferredValue(page);
  return { style: useMemo(() => styleOf && styleOf(shown), [styleOf, shown]), missing };
}

const wholeStyle = async () => (await import("@shelv/public-page/whole-style")).wholeStyle;
const plainStyle = async () => (await import("@shelv/public-page/page-style")).pageStyle;
