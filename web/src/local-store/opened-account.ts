/** Who comes and goes on this device, with the hint that pages without a store read. */
import { currentAccount, type DeviceAccount, forgetAccount, rememberAccount } from "./device";
import { forgetCopies } from "./forget-copies";
import { noteOwner } from "./owner-hint";

export async function openAccount(account: DeviceAccount): Promise<void> {
  await rememberAccount(account);
  noteOwner(account.username);
}

/** As `forgetAccount` does; another account that has signed in meanwhile keeps its hint. */
export async function leaveAccount(account: DeviceAccount, options: { discard: boolean }): Promise<void> {
  await forgetAccount(account, options);
  if (options.discard) await forgetCopies(account);
  await openedAccount();
}

/** The account that this device opens, with the hint brought into line. */
export async function openedAccount(): Promise<DeviceAccount | null> {
  const account = await currentAccount();
  noteOwner(account?.username ?? null);
  return account;
}
