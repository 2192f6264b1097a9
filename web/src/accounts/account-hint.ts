/**
 * The open account in localStorage, which public pages and the landing page can read at once. It grants
 * nothing.
 */
import { OWNER_HINT_KEY } from "@shelv/public-page/owner-hint-key";
import type { DeviceAccount } from "./device-database";

export const USER_ID_KEY = "shelv-user-id";

export function writeAccountHint(account: DeviceAccount | null): void {
  try {
    if (account === null) {
      for (const key of [OWNER_HINT_KEY, USER_ID_KEY]) localStorage.removeItem(key);
    } else {
      localStorage.setItem(OWNER_HINT_KEY, account.username);
      localStorage.setItem(USER_ID_KEY, account.userId);
    }
  } catch {
    // A browser without storage has no hint.
  }
}

export function hintedAccount(): DeviceAccount | null {
  try {
    const [username, userId] = [OWNER_HINT_KEY, USER_ID_KEY].map((key) => localStorage.getItem(key));
    return username && userId ? { userId, username } : null;
  } catch {
    return null;
  }
}

export function hintedUsername(): string | null {
  try {
    return localStorage.getItem(OWNER_HINT_KEY);
  } catch {
    return null;
  }
}
