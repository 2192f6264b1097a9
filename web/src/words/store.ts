import type { StorageErrorKind } from "#local-store/storage-errors";

/** Typed text stays in its field. */
export const storeTroubleWords: Record<StorageErrorKind, string> = {
  full: "This device has no room left, so nothing was saved. Free some space (or delete pictures), then try again",
  lost: "This browser's storage did not answer, so nothing was saved. Please try again; if it goes on, restart the browser",
  gone: "You were signed out in another tab, so nothing was saved. Copy what you typed before you leave",
};

export const storeWords = {
  isMemoryOnly:
    "This browser keeps nothing: what has not been sent is lost when you close this tab. In a normal window it would be kept.",
  silentTitle: "This browser's storage does not answer",
  silentText:
    "What was saved is still there. Close other tabs of this site or restart the browser, then try again.",
  fullTitle: "This device has no room left",
  fullText: "What was saved is still there. Free some space, then try again.",
  tryAgain: "Try again",
};
