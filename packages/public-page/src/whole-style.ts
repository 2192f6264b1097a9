import type { Appearance } from "@shelv/contract/appearance";
import { cleanCss } from "./clean-css.ts";
import { pageStyle, type StyledPage } from "./page-style.ts";

/** A page's own style sheet with what its owner wrote at the end. Safe inside a `<style>`: that is parsed and written anew. */
export const wholeStyle = (page: StyledPage): string => [pageStyle(page), ownersCss(page.appearance)].filter(Boolean).join("\n");

/** What the owner wrote; whatever it draws, no ornament takes a click, and the credit stays where the plan asks for it. */
function ownersCss({ customCss, showsCredit }: Appearance): string {
  const { css } = cleanCss(customCss);
  if (css === "") return "";
  return `${css}${ORNAMENTS_TAKE_NO_CLICKS}${showsCredit ? CREDIT_STAYS : ""}`;
}

const ORNAMENTS_TAKE_NO_CLICKS = ".shelv-page::before,.shelv-page::after,.shelv-page ::before,.shelv-page ::after{pointer-events:none!important}";
const CREDIT_STAYS =
  ".shelv-footer,.shelv-credit{display:block!important;visibility:visible!important;position:static!important;opacity:1!important;height:auto!important;max-height:none!important;clip-path:none!important;transform:none!important}.shelv-credit{font-size:.875rem!important}";
