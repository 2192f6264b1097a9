/** What is inlined into a visitor's page, and the policy that allows just that, by hash, so that pages stay cacheable. */
import { createHash } from "node:crypto";
import css from "@shelv/public-page/document.css?inline";
import { PAGE_SCRIPT } from "@shelv/public-page/page-script";

export const CSS = css.trim();
export const SCRIPT = PAGE_SCRIPT;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const CSS_HASH = hashOf(CSS);
const SCRIPT_HASH = hashOf(SCRIPT);

/** `style` is what the page adds of its own. `worker-src` is the registration of the service worker, whose own requests go by its own policy. */
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
