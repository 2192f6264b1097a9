/** What a page inlines, and the CSP that allows it by hash, so that pages stay cacheable. */
import { createHash } from "node:crypto";
import css from "@shelv/public-page/styles/document.css?inline";
import { PAGE_SCRIPT } from "@shelv/public-page/page-script";
import { STRANGER_CSS } from "@shelv/public-page/styles/stranger-style";

export const CSS = css.trim();
export const SCRIPT = PAGE_SCRIPT;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const CSS_HASH = hashOf(CSS);
const SCRIPT_HASH = hashOf(SCRIPT);

/**
 * `style`: the page's own part. `worker-src`: to register the service worker, which follows its own policy.
 */
export const pagePolicy = (style = ""): string =>
  [
    "default-src 'none'",
    "img-src 'self'",
    "font-src 'self'",
    `style-src ${CSS_HASH}${style === "" ? "" : ` ${hashOf(style)}`}`,
    `script-src ${SCRIPT_HASH}`,
    "worker-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** Without scripts. Their forms go to this server. */
export const STRANGER_POLICY = [
  "default-src 'none'",
  "img-src 'self'",
  "font-src 'self'",
  `style-src ${hashOf(STRANGER_CSS)}`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");
