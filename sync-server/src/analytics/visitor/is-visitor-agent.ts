import { isbot } from "isbot";

/**
 * Where an in-app browser describes its app. Names in it can look like a crawler, so only the rest decides.
 * Facebook's Android app sends only this part.
 */
const IN_APP_BROWSER = /\[FB(?:AN|_IAB)\/[^\]]*\]|\bDaum DaumApps\/[\d.]+/g;

/** They fetch pages without showing them; `isbot` treats them as browsers. */
const FETCHES_ONLY = /\bCFNetwork\/|\bThunderbird\//;

/** Browsers identify themselves. */
export function isVisitorAgent(userAgent: string): boolean {
  const outsideApp = userAgent.replaceAll(IN_APP_BROWSER, " ").trim();
  if (outsideApp === "") return userAgent.trim() !== "";
  return !FETCHES_ONLY.test(outsideApp) && !isbot(outsideApp);
}
