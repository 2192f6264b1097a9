import { interCss } from "#look/page-font";
import css from "./stranger.css?inline";

export const STRANGER_CSS = `${css.trim()}${interCss("", "optional")}`;
