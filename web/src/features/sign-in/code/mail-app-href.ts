/**
 * Opens the system's mail app. Apple's has an address for its inbox; elsewhere a browser can only start a new mail (Android lets pages reach
 * mail apps for nothing else).
 */
export const mailAppHref = (userAgent: string): string =>
  /iPhone|iPad|iPod|Macintosh/.test(userAgent) ? "message://" : "mailto:";
