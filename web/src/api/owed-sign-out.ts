/**
 * Signing out without a network: the device forgets its owner at once, and owes the server the end of the session. The
 * debt is a cookie that goes along with every request, so that the server settles it before anything else can happen.
 */
import { leavingCookieName } from "@shelv/contract/sign-in";
import { reachServer, SIGN_OUT_TAG } from "./reach-server";

/** Longer than any session lasts; browsers that give scripts less are reminded at each start. */
const OWED_FOR_S = 400 * 24 * 60 * 60;

const cookieName = () => leavingCookieName({ isSecure: location.protocol === "https:" });
const isOwed = () => document.cookie.split("; ").some((cookie) => cookie.startsWith(`${cookieName()}=`));

export async function oweSignOut(): Promise<void> {
  remember();
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const sync = (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync;
  await sync?.register(SIGN_OUT_TAG).catch(() => undefined);
}

/** Settles what an earlier page owes, now or when the network is back. Called once, when the page starts. */
export function settleOwedSignOut(): void {
  const settle = () => {
    if (!isOwed()) return;
    remember();
    void reachServer().catch(() => undefined);
  };
  settle();
  addEventListener("online", settle);
}

function remember(): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${cookieName()}=1; Path=/; SameSite=Lax; Max-Age=${OWED_FOR_S}${secure}`;
}
