/**
 * Opens the system's mail app. Apple's opens its inbox under an address of its own; elsewhere a browser can ask for nothing but a new
 * letter (Android keeps its mail apps out of a page's reach but for that).
 */
export const mailAppHref = (userAgent: string): string =>
  /iPhone|iPad|iPod|Macintosh/.test(userAgent) ? "message://" : "mailto:";
