/** Who comes and goes on this device, with the hint that pages without a store read. */
import { settleWithin } from "#platform/settle-within";
import { showBadge } from "#platform/app-badge";
import {
  currentAccount,
  deleteDoomedStore,
  type DeviceAccount,
  doomedAccounts,
  endDoom,
  forgetAccount,
  heldHere,
  rememberAccount,
} from "./current-account";
import { forgetCopies } from "./forget-copies";
import { hintedAccount, noteOwner } from "./account-hint";
import { forgetSetupAnswers, withSetupAnswers } from "./setup-answers";
import { keepsNothing, storageSettled } from "#local-store/boot/storage-fallback";

/** Tabs that are awake let go of a store at once. */
const LETS_GO_WITHIN_MS = 3000;

/** Throws a StoreTrouble where a sleeping tab still holds a store of this account that was discarded. */
export async function openAccount(account: DeviceAccount): Promise<void> {
  const isDoomed = (await doomedAccounts()).some(({ userId }) => userId === account.userId);
  if (isDoomed) await settleWithin(LETS_GO_WITHIN_MS, forgetAll(account));
  await rememberAccount(account);
  noteOwner(account);
}

/**
 * As `forgetAccount` does; another account that has signed in meanwhile keeps its hint. Once this device has forgotten the account, nothing
 * rejects: what `discard` could not delete in time is deleted at a later start.
 */
export async function leaveAccount(account: DeviceAccount, options: { discard: boolean }): Promise<void> {
  // Nobody opens a store on the hint's word that is being deleted.
  if (hintedAccount()?.userId === account.userId) noteOwner(null);
  await forgetAccount(account, options);
  if (options.discard) {
    await settleWithin(LETS_GO_WITHIN_MS, forgetAll(account));
    await showBadge(0);
  }
  await openedAccount().catch(() => null);
}

/** Deletes what this device holds of an account that is not the open one. */
export async function discardClosedAccount(account: DeviceAccount): Promise<void> {
  await forgetAccount(account, { discard: true });
  await settleWithin(LETS_GO_WITHIN_MS, forgetAll(account));
}

/** The mark goes last, so that whatever is cut off is done again. */
async function forgetAll(account: DeviceAccount): Promise<void> {
  await Promise.all([deleteDoomedStore(account.userId), forgetCopies(account)]);
  await endDoom(account.userId);
}

let finished: Promise<void> | undefined;

/** Once a page: deletes what earlier ones could not delete of accounts that took everything along, and what this tab has slept over. */
export const finishLeaving = (): Promise<void> =>
  (finished ??= Promise.allSettled([forgetDoomed(), forgetGoneAnswers()]).then(() => undefined));

async function forgetDoomed(): Promise<void> {
  await Promise.all((await doomedAccounts()).map(forgetAll));
}

async function forgetGoneAnswers(): Promise<void> {
  // Asked first: what is answered meanwhile is of an account that is opened meanwhile.
  const answered = withSetupAnswers();
  if (answered.length === 0) return;
  const isHeld = await heldHere();
  for (const userId of answered) if (!isHeld(userId)) forgetSetupAnswers(userId);
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
