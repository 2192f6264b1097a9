import * as v from "valibot";

const LINK_URL_MAX_LENGTH = 2048;
export const INVALID_URL = "Must be a valid URL";

/**
 * An address that a visitor may be sent to: http, https, mailto or tel and nothing else. The scheme must stand first, as
 * written: browsers skip blanks and control characters before and inside a scheme, so none are let in at all.
 */
export const linkUrl = v.pipe(
  v.string(INVALID_URL),
  v.trim(),
  v.maxLength(LINK_URL_MAX_LENGTH, INVALID_URL),
  v.regex(/^(?:https?:\/\/[^\s/?#]|mailto:[^\s]|tel:[^\s])/i, INVALID_URL),
  // oxlint-disable-next-line no-control-regex -- control characters are what this refuses
  v.regex(/^[^\s\u0000-\u001F\u007F]+$/, INVALID_URL),
  v.url(INVALID_URL),
  v.check((text) => !/\p{Surrogate}/u.test(text), INVALID_URL),
);

/**
 * What the owner most likely meant: "example.com/a" becomes "https://example.com/a" and "me@example.com"
 * "mailto:me@example.com"; anything with a scheme stays.
 */
export function completeLinkUrl(typed: string): string {
  const text = typed.trim();
  if (text === "" || /^(?:mailto|tel):/i.test(text) || /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text)) return text;
  if (/^[^\s/@:?#]+@[^\s/@:?#]+\.[^\s/@:?#]{2,}$/.test(text)) return `mailto:${text}`;
  return /^[^\s/]+\.[^\s/]{2,}/.test(text) ? `https://${text}` : text;
}

/** A web address that a profile names: http or https, and nothing else. */
export const httpUrl = v.pipe(linkUrl, v.regex(/^https?:/i, INVALID_URL));
