import type { StorageErrorKind } from "#local-store/storage-errors";

export const storeTroubleWords: Record<StorageErrorKind, string> = {
  full: "This device is full, so nothing was saved. Free up some space (or delete pictures), then try again",
  lost: "This browser's storage didn't answer, so nothing was saved. Please try again. If it keeps happening, restart the browser",
  gone: "You were signed out in another tab, so nothing was saved. Copy what you typed before you leave",
};

export const storeWords = {
  isMemoryOnly:
    "This browser saves nothing: unsent changes are lost when you close this tab. Use a normal window to keep them.",
  silentTitle: "This browser's storage doesn't answer",
  silentText:
    "What you saved is still there. Close other tabs of this site or restart the browser, then try again.",
  fullTitle: "This device is full",
  fullText: "What you saved is still there. Free up some space, then try again.",
  tryAgain: "Try again",
};
