import { interCss } from "#look/page-font";
import css from "./stranger.css?inline";

/**
 * The style without an owner's part: one sheet for all pages of `stranger-page.ts` that the build does not
 * draw.
 */
export const STRANGER_CSS = `${css.trim()}${interCss("", "optional")}`;
