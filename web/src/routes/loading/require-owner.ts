import { redirect } from "@tanstack/react-router";
import type { DeviceAccount } from "#accounts/current-account";
import { loadOrWait } from "./lazy-screen";

type Navigation = {
  location: { href: string; pathname: string };
  cause: "preload" | "enter" | "stay";
  preload: boolean;
};

let shownScreen: { pathname: string; account: DeviceAccount } | null = null;

/**
 * This device knows the owner: no request, so an offline owner gets in. Opening or closing a dialog keeps the
 * screen's account, even if another has signed in elsewhere.
 */
export async function requireOwner({
  location,
  cause,
  preload,
}: Navigation): Promise<{ account: DeviceAccount }> {
  if (cause === "stay" && shownScreen?.pathname === location.pathname)
    return { account: shownScreen.account };
  const [{ readCurrentAccount, likelyAccount }, { accountOfSession }, { prefetchScreenData }] =
    await accountModules();
  // At start, the likely owner's store opens in parallel with the device's database.
  if (shownScreen === null)
    void likelyAccount().then((likely) => likely && prefetchScreenData(likely, location.pathname));
  const account = (await readCurrentAccount()) ?? (await accountOfSession());
  if (!account) throw redirect({ to: "/login", search: { next: location.href }, replace: true });
  await prefetchScreenData(account, location.pathname);
  if (!preload) shownScreen = { pathname: location.pathname, account };
  return { account };
}

const load = () =>
  Promise.all([
    import("#accounts/account-lifecycle"),
    import("#session/session-account"),
    import("./prefetch-screen-data"),
  ]);
let loaded: Awaited<ReturnType<typeof load>> | undefined;

/** Loaded modules need no network. */
const accountModules = async () => (loaded ??= await loadOrWait(load));
