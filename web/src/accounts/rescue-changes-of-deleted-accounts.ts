/**
 * Changes of an account that its owner deleted on another device: after a new sign-up here they move to the
 * open account's tray, if the server's proofs say that both have one mail address.
 *
 * another account signs in ─▶ "replaced" ─▶ first sync ─▶ does it exist?
 * yes ─▶ stays for its next sign-in
 * no  ─▶ one address ─▶ tray of the new account ─▶ store deleted
 * another     ─▶ store deleted
 * open account without a proof ─▶ stays until its next sign-in
 */
import { accountRoutes } from "@shelv/contract/routes/account";
import { NO_OP } from "@shelv/contract/sync";
import type { OwnersCall } from "#api/call";
import { currentAccount, replacedAccounts } from "./current-account";
import type { DeviceAccount } from "./device-database";
import { LocalStore } from "#local-store/local-store";
import type { RejectedEntry } from "#local-store/schema";
import { discardClosedAccount } from "./account-lifecycle";
import { pendingEntries } from "#local-store/queries";
import { rejectedWords } from "#words/screens/rejected-changes";

export const ACCOUNT_GONE = "account-gone";

export async function rescueChangesOfDeletedAccounts(store: LocalStore, call: OwnersCall): Promise<void> {
  const replaced = await replacedAccounts();
  if (replaced.length === 0) return;
  const current = await currentAccount();
  if (current?.userId !== store.userId || current.addressProof === undefined) return;
  for (const account of replaced) {
    const { exists } = await call(accountRoutes.exists, { params: { id: account.userId } });
    if (exists) continue;
    if (account.addressProof === current.addressProof) await rescueChanges(store, account);
    await discardClosedAccount(account);
  }
}

async function rescueChanges(store: LocalStore, account: DeviceAccount): Promise<void> {
  const old = new LocalStore(account.userId);
  try {
    const rescued = await changesToRescue(old, rejectedWords.accountGone(account.username));
    await store.transaction("rw", store.rejected, async () => {
      const there = new Set(await store.rejected.toCollection().primaryKeys());
      await store.rejected.bulkAdd(rescued.filter(({ opId }) => !there.has(opId)));
    });
  } finally {
    old.close();
  }
}

async function changesToRescue(old: LocalStore, message: string): Promise<RejectedEntry[]> {
  return old.transaction("r", [old.meta, old.outbox, old.rejected], async () => {
    const { lastMid } = (await old.meta.get("sync")) ?? { lastMid: 0 };
    const pending = await pendingEntries(old, lastMid)
      .filter(({ name }) => name !== NO_OP)
      .toArray();
    return [...(await old.rejected.toArray()), ...pending].map(({ opId, name, v, args, rows, at }) => ({
      opId,
      name,
      v,
      args,
      rows,
      at,
      pictures: [],
      code: ACCOUNT_GONE,
      message,
      rejectedAt: Date.now(),
    }));
  });
}
