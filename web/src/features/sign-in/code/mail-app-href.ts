/** Apple has an address for the inbox; elsewhere a browser can only start a new mail. */
export const mailAppHref = (userAgent: string): string =>
  /iPhone|iPad|iPod|Macintosh/.test(userAgent) ? "message://" : "mailto:";
