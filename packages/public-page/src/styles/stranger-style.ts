import { interCss } from "#look/page-font";
import css from "./stranger.css?inline";

/** Without the owner's part: one sheet for all pages of `stranger-page.ts` that the build does not draw. */
export const STRANGER_CSS = `${css.trim()}${interCss("", "optional")}`;
