export const shownUrl = (url: string): string =>
  url.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/\/$/, "");
