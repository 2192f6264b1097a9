/**
 * One shell for what a visitor sees in the place of a page, as text, since the service worker draws one of
 * them. It escapes nothing: it takes our own words, and names of letters, digits, "_" and "-".
 */
import { SCREEN_PATHS } from "@shelv/contract/paths";
import { PRODUCT } from "@shelv/contract/product";
import { pageWords } from "#text/page-words";

export type StrangerPage = {
  heading: string;
  text: string;
  sign?: keyof typeof SIGNS;
  plate?: string;
  ways?: string;
  appUrl?: string;
};

export const strangerPage = ({ heading, text, sign, plate, ways = "", appUrl = "" }: StrangerPage): string =>
  `<header class="top"><a class="brand" href="${appUrl}/">${LOGO}${PRODUCT}</a></header>` +
  `<main class="stranger"><h1>${heading}</h1><p>${text}</p><div class="shelv-board"><div class="room" aria-hidden="true"><i></i>${
    sign === undefined ? "<i></i>" : card(sign)
  }<i></i></div>${plate === undefined ? "" : `<div class="plate">${plate}</div>`}</div>${ways}</main>`;

type StrangerDocument = StrangerPage & {
  css: string;
  title?: string;
  script?: string;
};

export const strangerDocument = ({ css, title, script, ...page }: StrangerDocument): string =>
  `<!doctype html><html lang="en" class="shelv-look"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><title>${title ?? page.heading} · ${PRODUCT}</title><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><meta name="theme-color" content="#f8f0e3" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#2a211b" media="(prefers-color-scheme: dark)"><link rel="icon" href="/icons/shelv.svg" type="image/svg+xml"><style>${css}</style></head><body>${strangerPage(page)}${
    script === undefined ? "" : `<script>${script}</script>`
  }</body></html>`;

/** `username`: a name that may be free to claim, judged by its letters only; none on a page's own host. */
export const userNotFound = ({
  username,
  appUrl = "",
}: {
  username?: string;
  appUrl?: string;
}): StrangerPage => ({
  heading: pageWords.notFound,
  text: pageWords.notFoundText,
  ...(username === undefined ? {} : { plate: `@${username}` }),
  ways: waysOf([
    ...(username === undefined
      ? []
      : [{ text: pageWords.claim, to: `${appUrl}${SCREEN_PATHS.login}?username=${username}` }]),
    { text: pageWords.home, to: `${appUrl}/` },
  ]),
  appUrl,
});

export const nothingHere = ({ appUrl = "" }: { appUrl?: string } = {}): StrangerPage => ({
  heading: pageWords.nothing,
  text: pageWords.nothingText,
  ways: waysOf([{ text: pageWords.nothingHome, to: "/" }]),
  appUrl,
});

export const pageSuspended = ({ appUrl = "" }: { appUrl?: string }): StrangerPage => ({
  heading: pageWords.suspended,
  text: pageWords.suspendedText,
  sign: "lock",
  ways: waysOf([{ text: pageWords.home, to: `${appUrl}/` }]),
  appUrl,
});

export const waysOf = (ways: readonly { text: string; to: string }[]): string =>
  `<nav class="ways">${ways
    .map(({ text, to }, at) => `<a class="button${at === 0 ? "" : " button-quiet"}" href="${to}">${text}</a>`)
    .join("")}</nav>`;

const card = (sign: keyof typeof SIGNS) =>
  `<span class="shelv-thing shelv-card shelv-tint-0"><svg viewBox="0 0 24 24">${SIGNS[sign]}</svg></span>`;

const LOGO =
  '<svg class="logo" viewBox="0 0 512 512" aria-hidden="true"><rect width="512" height="512" rx="112" fill="#f5ead8"/><rect x="120" y="168" width="66" height="160" rx="9" fill="#c4694a"/><rect x="194" y="136" width="58" height="192" rx="9" fill="#7f9a6c"/><rect x="262" y="186" width="60" height="144" rx="9" fill="#e9bd55" transform="rotate(9 292 258)"/><circle cx="372" cy="286" r="42" fill="#6f93a0"/><path d="M96 318h320l20 20H76z" fill="#e6bf8b"/><rect x="76" y="338" width="360" height="44" rx="6" fill="#ba8550"/></svg>';

const SIGNS = {
  lock: '<path fill-rule="evenodd" d="M12 2a5 5 0 0 1 5 5v3a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3v-6a3 3 0 0 1 3-3V7a5 5 0 0 1 5-5m0 12a2 2 0 1 0 0 4 2 2 0 0 0 0-4m0-10a3 3 0 0 0-3 3v3h6V7a3 3 0 0 0-3-3"/>',
  mail: '<path d="M22 7.5V17a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V7.5l9.4 6.3a1 1 0 0 0 1.2 0zM19 4c1.1 0 2 .6 2.6 1.4L12 11.8 2.4 5.4A3 3 0 0 1 5 4z"/>',
  offline:
    '<path d="M10 4.3c2.2-.7 4.6-.2 6.4 1.2a5.6 5.6 0 0 1 2.2 4.4h.1a4.6 4.6 0 0 1-.2 9.1H6.7A5.7 5.7 0 0 1 5.7 7.8 5.5 5.5 0 0 1 10 4.3"/><path stroke="var(--shelv-tint)" stroke-width="5" d="m3 2 18 19"/><path stroke="currentcolor" stroke-width="2" stroke-linecap="round" d="m4 3 17 18"/>',
};
