import { SHARED_FIELDS, SHARED_TEXT_MAX_BYTES } from "@shelv/contract/links/share";
import type { SharedContent } from "#local-store/unsynced/share-inbox-database";

/**
 * What the bookmark put after the "#", else null. Any site can open that address, so the share names its
 * sender. `referrer`: the document's.
 */
export function shareInFragment(fragment: string, referrer: string): SharedContent | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  // A UTF-16 unit has at most three bytes.
  const textOf = (name: string) => (fields.get(name) ?? "").slice(0, SHARED_TEXT_MAX_BYTES / 3);
  const [title, text, url] = [
    textOf(SHARED_FIELDS.title),
    textOf(SHARED_FIELDS.text),
    textOf(SHARED_FIELDS.url),
  ];
  if ([title, text, url].every((value) => value.trim() === "")) return null;
  return { title, text, url, picture: null, isPictureLeftOut: false, from: hostOf(referrer) };
}

const hostOf = (referrer: string): string | null => (URL.canParse(referrer) ? new URL(referrer).host : null);
