/**
 * Opens the share screen with what the page shows, after the "#", which reaches no server. Many pages'
 * policies would block a form.
 */
import { SCREEN_PATHS } from "@shelv/contract/paths";
import { SHARED_FIELDS } from "@shelv/contract/links/share";

const script = (target: string) => `(() => {
  const meta = (name) => document.querySelector(\`meta[property="\${name}"],meta[name="\${name}"]\`)?.content ?? "";
  const shown = {
    ${SHARED_FIELDS.title}: meta("og:title") || document.title,
    ${SHARED_FIELDS.url}: location.href,
    ${SHARED_FIELDS.text}: String(getSelection()).slice(0, 1000) || meta("description").slice(0, 1000),
  };
  window.open(${JSON.stringify(target)} + new URLSearchParams(shown));
})()`;

export const bookmarklet = (origin: string): string =>
  `javascript:${encodeURIComponent(script(`${origin}${SCREEN_PATHS.share}#`).replace(/\n\s*/g, " "))}`;
