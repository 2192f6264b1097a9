import { hintedUsername } from "#accounts/account-hint";

/** Updates the bar when another tab signs in or out, or the page comes back from the back/forward cache. */
export function followOwner(): void {
  const mark = () => void document.documentElement.toggleAttribute("data-owner", hintedUsername() !== null);
  addEventListener("storage", mark);
  addEventListener("pageshow", mark);
}
