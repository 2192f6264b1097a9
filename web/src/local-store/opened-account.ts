/** Who comes and goes on this device, with the hint that pages without a store read. */
import { currentAccount, type DeviceAccount, forgetAccount, rememberAccount } from "./device";
import { noteOwner } from "./owner-hint";
import { sharedThings } from "./shared-things";

export async function openAccount(account: DeviceAccount): Promise<void> {
  await rememberAccount(account);
  noteOwner(account.username);
}

/** As `forgetAccount` does; another account that has signed in meanwhile keeps its hint. */
export async function leaveAccount(account: DeviceAccount, options: { discard: boolean }): Promise<void> {
  await forgetAccount(account, options);
  // A store in trouble keeps nobody from leaving.
  if (options.discard) await (await sharedThings()).forget(account.userId).catch(() => undefined);
  await openedAccount();
}

/** The account that this device opens, with the hint brought into line. */
export async function openedAccount(): Promise<DeviceAccount | null> {
  const account = await currentAccount();
  noteOwner(account?.username ?? null);
  return account;
}
