import { isbot } from "isbot";

/**
 * An in-app browser's description of the app. A carrier, phone or app name in it can look like a crawler's,
 * so the rest decides. Facebook's Android app sends only this block.
 */
const IN_APP_BROWSER = /\[FB(?:AN|_IAB)\/[^\]]*\]|\bDaum DaumApps\/[\d.]+/g;

/** Agents that fetch pages without showing them, and that `isbot` takes for browsers. */
const FETCHES_ONLY = /\bCFNetwork\/|\bThunderbird\//;

/** Browsers identify themselves. */
export function isVisitorAgent(userAgent: string): boolean {
  const outsideApp = userAgent.replaceAll(IN_APP_BROWSER, " ").trim();
  if (outsideApp === "") return userAgent.trim() !== "";
  return !FETCHES_ONLY.test(outsideApp) && !isbot(outsideApp);
}
