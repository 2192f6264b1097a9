import { settleWithin } from "#platform/wait";
import { formDrafts } from "#local-store/unsynced/form-drafts";
import { openShareInbox } from "#local-store/unsynced/share-inbox";
import { showBadge } from "#platform/app-badge";
import {
  currentAccount,
  deleteMarkedStore,
  accountsToDelete,
  clearDeletionMark,
  clearCurrentAccount,
  storedAccounts,
  setCurrentAccount,
} from "./current-account";
import type { DeviceAccount } from "./device-database";
import { hintedAccount, writeAccountHint } from "./account-hint";
import { forgetSetupAnswers, withSetupAnswers } from "./setup-answers";
import { isMemoryOnly, storageChosen } from "#local-store/storage-fallback";

const DELETES_WITHIN_MS = 3000;

/** Throws a StorageError while a sleeping tab still has a discarded store of this account open. */
export async function openAccount(account: DeviceAccount): Promise<void> {
  const isMarked = (await accountsToDelete()).some(({ userId }) => userId === account.userId);
  if (isMarked) await settleWithin(DELETES_WITHIN_MS, deleteAll(account));
  await setCurrentAccount(account);
  writeAccountHint(account);
}

/**
 * Clears the account like `clearCurrentAccount`. Once it is closed, nothing rejects: a later start deletes
 * what `discard` could not.
 */
export async function leaveAccount(account: DeviceAccount, options: { discard: boolean }): Promise<void> {
  // First, so that no page opens the store by its hint during the deletion.
  if (hintedAccount()?.userId === account.userId) writeAccountHint(null);
  await clearCurrentAccount(account, options);
  if (options.discard) {
    await settleWithin(DELETES_WITHIN_MS, deleteAll(account));
    await showBadge(0);
  }
  await readCurrentAccount().catch(() => null);
}

export async function discardClosedAccount(account: DeviceAccount): Promise<void> {
  await clearCurrentAccount(account, { discard: true });
  await settleWithin(DELETES_WITHIN_MS, deleteAll(account));
}

/** Clears the mark last, so that an interrupted deletion runs again. */
async function deleteAll(account: DeviceAccount): Promise<void> {
  await Promise.all([deleteMarkedStore(account.userId), deleteCopies(account)]);
  await clearDeletionMark(account.userId);
}

async function deleteCopies({ userId, username }: DeviceAccount): Promise<void> {
  forgetSetupAnswers(userId);
  if ("serviceWorker" in navigator) {
    navigator.serviceWorker.controller?.postMessage({ type: "forget-owner", username });
  }
  // A storage error must not block a sign-out.
  await (await openShareInbox()).forget(userId).catch(() => undefined);
  await (await formDrafts()).forget(userId).catch(() => undefined);
}

let finished: Promise<void> | undefined;

/** Once per page: deletes what earlier pages could not, and what this tab missed while it slept. */
export const finishLeaving = (): Promise<void> =>
  (finished ??= Promise.allSettled([deleteMarked(), forgetOrphanedAnswers()]).then(() => undefined));

async function deleteMarked(): Promise<void> {
  await Promise.all((await accountsToDelete()).map(deleteAll));
}

async function forgetOrphanedAnswers(): Promise<void> {
  // Read first: later answers belong to an account that opens now.
  const answered = withSetupAnswers();
  if (answered.length === 0) return;
  const isStored = await storedAccounts();
  for (const userId of answered) if (!isStored(userId)) forgetSetupAnswers(userId);
}

export async function readCurrentAccount(): Promise<DeviceAccount | null> {
  const account = await currentAccount();
  writeAccountHint(account);
  return account;
}

/** Null without a hint, or if data is only in memory. */
export async function likelyAccount(): Promise<DeviceAccount | null> {
  await storageChosen();
  return isMemoryOnly() ? null : hintedAccount();
}
