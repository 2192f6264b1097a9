import { redirect } from "@tanstack/react-router";
import type { DeviceAccount } from "#local-store/device";
import { comesInTime } from "./lazy-screen";

type Going = {
  location: { href: string; pathname: string };
  cause: "preload" | "enter" | "stay";
  preload: boolean;
};

/** Whose screen stands here. */
let standing: { pathname: string; account: DeviceAccount } | null = null;

/**
 * Who the owner is, this device knows: there is no call, so an owner offline gets in. A dialog that opens or closes on a screen asks
 * nobody: that screen stays its owner's, though somebody else has signed in beside it.
 */
export async function needsOwner({ location, cause, preload }: Going): Promise<{ account: DeviceAccount }> {
  if (cause === "stay" && standing?.pathname === location.pathname) return { account: standing.account };
  const [{ openedAccount, likelyAccount }, { accountOfSession }, { askAheadFor }] = await whoKnows();
  // At a start, the likely owner's store is opened beside the device's own database, not after it.
  if (standing === null)
    void likelyAccount().then((likely) => likely && askAheadFor(likely, location.pathname));
  const account = (await openedAccount()) ?? (await accountOfSession());
  if (!account) throw redirect({ to: "/login", search: { next: location.href }, replace: true });
  await askAheadFor(account, location.pathname);
  if (!preload) standing = { pathname: location.pathname, account };
  return { account };
}

const load = () =>
  Promise.all([
    import("#local-store/opened-account"),
    import("#sync/session-account"),
    import("./ask-ahead-for"),
  ]);
let loaded: Awaited<ReturnType<typeof load>> | undefined;

/** What is here already waits for no network. */
const whoKnows = async () => (loaded ??= await comesInTime(load));
