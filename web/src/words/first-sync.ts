export const firstSyncWords = {
  offlineTitle: "You're offline",
  offlineText: "Your account isn't on this device yet. It loads as soon as you're online.",
  serverTitle: "The server isn't answering properly",
  serverText:
    "Your account isn't on this device yet, and the server can't send it right now. Nothing is lost.",
  fullText:
    "This device has no room for your account. Free up some space, then try again. Everything is safe on the server.",
  outdatedText:
    "This version of the app is too old for the server. Update it to load your account on this device.",
  tryAgain: "Try again",
};

export const setupGuardWords = {
  signedOutTitle: "Please sign in again",
  signedOutText: "Your session ended before your account was on this device.",
  signIn: "Sign in",
};
