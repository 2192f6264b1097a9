export const setupGuardWords = {
  signedOutTitle: "Please sign in again",
  signedOutText: "Your session ended before your account was on this device.",
  signIn: "Sign in",
};
