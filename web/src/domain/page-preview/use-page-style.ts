import editorsInter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import type { PageData } from "@shelv/public-page/page-data";
import { PAGE_FONTS } from "@shelv/public-page/look/page-font";
import { useDeferredValue, useMemo } from "react";
import type { LoadProblem } from "#ui/feedback/load-error.tsx";
import { useLazyModule } from "#ui/loading/use-lazy-module";

/**
 * Null until its code loads. The CSS parser loads only for owners with CSS: the device does not store the
 * parsed result.
 */
export function usePageStyle(page: PageData): { style: string | null; problem: LoadProblem | null } {
  const isWritten = page.appearance.customCss.trim() !== "";
  const { loaded: styleOf, problem } = useLazyModule<(page: PageData) => string>(
    isWritten ? wholeStyle : plainStyle,
  );
  const shown = useDeferredValue(page);
  return { style: useMemo(() => styleOf && withEditorsFont(styleOf(shown)), [styleOf, shown]), problem };
}

const [PAGES_INTER] = PAGE_FONTS.filter(({ subset }) => subset === "latin").map(({ path }) => path);

/** The same font, at the address that this device has cached. */
const withEditorsFont = (style: string) => style.replace(PAGES_INTER ?? editorsInter, editorsInter);

async function wholeStyle() {
  const [{ pageStyle }, { cleanCss }] = await Promise.all([
    import("@shelv/public-page/styles/page-style"),
    import("@shelv/public-page/custom-css/clean-css"),
  ]);
  return (page: PageData) => pageStyle(page, cleanCss(page.appearance.customCss).css);
}
async function plainStyle() {
  const { pageStyle } = await import("@shelv/public-page/styles/page-style");
  return (page: PageData) => pageStyle(page);
}
