/**
 * The username of whoever is signed in here, where a page can read it at once: public pages show their owner the way back,
 * and the landing page greets them. A hint, and nothing is allowed because of it.
 */
import { OWNER_HINT_KEY } from "@shelv/public-page/page-script";

export function noteOwner(username: string | null): void {
  try {
    if (username === null) localStorage.removeItem(OWNER_HINT_KEY);
    else localStorage.setItem(OWNER_HINT_KEY, username);
  } catch {
    // A browser that keeps nothing gives no hints.
  }
}

export function hintedOwner(): string | null {
  try {
    return localStorage.getItem(OWNER_HINT_KEY);
  } catch {
    return null;
  }
}
