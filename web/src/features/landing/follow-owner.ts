import { hintedOwner } from "#local-store/owner-hint";

/** The bar goes on being right where another tab signs in or out, or the page comes back out of the browser's memory. */
export function followOwner(): void {
  const mark = () => void document.documentElement.toggleAttribute("data-owner", hintedOwner() !== null);
  addEventListener("storage", mark);
  addEventListener("pageshow", mark);
}
