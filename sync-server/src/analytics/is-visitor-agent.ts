import { isbot } from "isbot";

/**
 * The part of an in-app browser's user agent that describes the app. A carrier, phone or app name in it can
 * look like a crawler's, so the rest decides. Facebook's Android app sends only this block.
 */
const IN_APP_BROWSER = /\[FB(?:AN|_IAB)\/[^\]]*\]|\bDaum DaumApps\/[\d.]+/g;

/** Programs that fetch a page without showing it, and that `isbot` takes for browsers. */
const FETCHES_ONLY = /\bCFNetwork\/|\bThunderbird\//;

/** Whether a user agent is a browser's, so that its events count. Browsers identify themselves. */
export function isVisitorAgent(userAgent: string): boolean {
  const outsideApp = userAgent.replaceAll(IN_APP_BROWSER, " ").trim();
  if (outsideApp === "") return userAgent.trim() !== "";
  return !FETCHES_ONLY.test(outsideApp) && !isbot(outsideApp);
}
