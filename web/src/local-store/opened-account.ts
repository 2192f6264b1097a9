/** Who comes and goes on this device, with the hint that pages without a store read. */
import { currentAccount, type DeviceAccount, forgetAccount, rememberAccount } from "./device";
import { forgetCopies } from "./forget-copies";
import { hintedAccount, noteOwner } from "./owner-hint";
import { keepsNothing, storageSettled } from "./storage";

export async function openAccount(account: DeviceAccount): Promise<void> {
  await rememberAccount(account);
  noteOwner(account);
}

/** As `forgetAccount` does; another account that has signed in meanwhile keeps its hint. */
export async function leaveAccount(account: DeviceAccount, options: { discard: boolean }): Promise<void> {
  // Nobody opens a store on the hint's word that is being deleted.
  if (hintedAccount()?.userId === account.userId) noteOwner(null);
  await forgetAccount(account, options);
  if (options.discard) await forgetCopies(account);
  await openedAccount();
}

/** The account that this device opens, with the hint brought into line. */
export async function openedAccount(): Promise<DeviceAccount | null> {
  const account = await currentAccount();
  noteOwner(account);
  return account;
}

/** The account that is most likely open, as soon as it is known where its store would be. Null where nobody can tell, or nothing is kept. */
export async function likelyAccount(): Promise<DeviceAccount | null> {
  await storageSettled();
  return keepsNothing() ? null : hintedAccount();
}
