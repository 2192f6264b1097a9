import type { Appearance } from "@shelv/contract/appearance";
import { cleanCss } from "./clean-css.ts";
import { pageStyle, type StyledPage } from "./page-style.ts";

/** A page's own style sheet with what its owner wrote at the end. Safe inside a `<style>`: that is parsed and written anew. */
export const wholeStyle = (page: StyledPage): string => [pageStyle(page), ownersCss(page.appearance)].filter(Boolean).join("\n");

/**
 * What the owner wrote; whatever it draws, no ornament takes a click or covers the page, nothing lies over the shelves, no stranger is
 * shown the way to the editor, and the credit stays where the plan asks for it.
 */
function ownersCss({ customCss, showsCredit }: Appearance): string {
  const { css } = cleanCss(customCss);
  if (css === "") return "";
  return `${css}${ORNAMENTS_STAY_ORNAMENTS}${SHELVES_STAY_ABOVE}${EDIT_STAYS_HIDDEN}${showsCredit ? CREDIT_STAYS : ""}`;
}

const ORNAMENTS_STAY_ORNAMENTS =
  ".shelv-page{isolation:isolate!important}.shelv-page::before,.shelv-page::after{z-index:-1!important}.shelv-page::before,.shelv-page::after,.shelv-page ::before,.shelv-page ::after{pointer-events:none!important}";
const SHELVES_STAY_ABOVE =
  ".shelv-who,.shelv-shelf-heading{position:relative!important;z-index:0!important}.shelv-shelves,.shelv-chips,.shelv-board{position:relative!important;z-index:1!important}";
const EDIT_STAYS_HIDDEN = ".shelv-edit[hidden]{display:none!important}";
const CREDIT_STAYS = [
  ".shelv-footer,.shelv-credit{display:block!important;visibility:visible!important;opacity:1!important;height:auto!important;max-height:none!important;margin:0!important;clip-path:none!important;mask:none!important;filter:none!important;transform:none!important;translate:none!important;scale:none!important}",
  ".shelv-shelves{margin-bottom:0!important}.shelv-footer{position:relative!important;inset:auto!important;z-index:2!important}",
  ".shelv-credit{position:static!important;color:var(--shelv-ink-soft)!important;-webkit-text-fill-color:currentcolor!important;font-size:.875rem!important;text-indent:0!important}",
].join("");
