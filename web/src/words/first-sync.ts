/** A device new to an account. */
export const firstSyncWords = {
  offlineTitle: "You're offline",
  offlineText:
    "This device has nothing of your account yet, and there is no connection to fetch it. It will load as soon as you are online.",
  serverTitle: "The server does not answer as it should",
  serverText:
    "This device has nothing of your account yet, and the server cannot send it just now. Nothing is lost.",
  fullText:
    "There is no place for what is in your account. Free some space, then try again. Everything is still on the server.",
  outdatedText:
    "The server no longer understands this version of the app. This device gets what is in your account once it is updated.",
  tryAgain: "Try again",
};
