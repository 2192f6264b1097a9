/** Returns a URL without protocol, "www." and the last slash. */
export const shownUrl = (url: string): string =>
  url.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/\/$/, "");
