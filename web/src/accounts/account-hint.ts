/**
 * The username of whoever is signed in here, where a page can read it at once: public pages show their owner the way back,
 * and the landing page greets them. A hint, and nothing is allowed because of it.
 */
import { OWNER_HINT_KEY } from "@shelv/public-page/page-script";
import type { DeviceAccount } from "./current-account";

export const USER_ID_KEY = "shelv-user-id";

export function noteOwner(account: DeviceAccount | null): void {
  try {
    if (account === null) {
      for (const key of [OWNER_HINT_KEY, USER_ID_KEY]) localStorage.removeItem(key);
    } else {
      localStorage.setItem(OWNER_HINT_KEY, account.username);
      localStorage.setItem(USER_ID_KEY, account.userId);
    }
  } catch {
    // A browser that keeps nothing gives no hints.
  }
}

/** Whose store will most likely be asked for, before this device has told. */
export function hintedAccount(): DeviceAccount | null {
  try {
    const [username, userId] = [OWNER_HINT_KEY, USER_ID_KEY].map((key) => localStorage.getItem(key));
    return username && userId ? { userId, username } : null;
  } catch {
    return null;
  }
}

export function hintedOwner(): string | null {
  try {
    return localStorage.getItem(OWNER_HINT_KEY);
  } catch {
    return null;
  }
}
