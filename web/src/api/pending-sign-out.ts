/** Signing out offline: a cookie goes along with every request until the server has ended the session. */
import { leavingCookieName } from "@shelv/contract/sign-in";
import { deliverPendingSignOut, SIGN_OUT_TAG } from "./deliver-pending-sign-out";

/**
 * Longer than any session. Each start renews the cookie, because some browsers shorten cookies of scripts.
 */
const PENDING_FOR_S = 400 * 24 * 60 * 60;

const cookieName = () => leavingCookieName({ isSecure: location.protocol === "https:" });
const isPending = () => document.cookie.split("; ").some((cookie) => cookie.startsWith(`${cookieName()}=`));

export async function recordPendingSignOut(): Promise<void> {
  remember();
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const sync = (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync;
  await sync?.register(SIGN_OUT_TAG).catch(() => undefined);
}

/** Call it at page start: sends an earlier page's sign-out, now or when the network is back. */
export function sendPendingSignOut(): void {
  const settle = () => {
    if (!isPending()) return;
    remember();
    void deliverPendingSignOut().catch(() => undefined);
  };
  settle();
  addEventListener("online", settle);
}

function remember(): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${cookieName()}=1; Path=/; SameSite=Lax; Max-Age=${PENDING_FOR_S}${secure}`;
}
