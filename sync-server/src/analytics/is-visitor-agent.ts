import { isbot } from "isbot";

/**
 * What an app says of itself in its own browser. The name of a carrier, a phone or the app can look like a crawler's there, so
 * the rest of the user agent decides. Facebook's app on Android sends nothing but this block.
 */
const IN_APP_BROWSER = /\[FB(?:AN|_IAB)\/[^\]]*\]|\bDaum DaumApps\/[\d.]+/g;

/** Programs that fetch a page without showing it, and that `isbot` takes for browsers. */
const FETCHES_ONLY = /\bCFNetwork\/|\bThunderbird\//;

/** Whether a user agent is a browser's, so that its events count. No browser hides that it is one. */
export function isVisitorAgent(userAgent: string): boolean {
  const outsideApp = userAgent.replaceAll(IN_APP_BROWSER, " ").trim();
  if (outsideApp === "") return userAgent.trim() !== "";
  return !FETCHES_ONLY.test(outsideApp) && !isbot(outsideApp);
}
