import type { ImportAnswer } from "@shelv/contract/export";
import { Refusal } from "@shelv/contract/refusal";
import { accountRoutes } from "@shelv/contract/routes/account";
import { upload } from "#api/upload";
import type { Owner } from "#sync/owner-context.tsx";

/**
 * Pushes pending changes first: an account accepts an import only while it is empty, which the server checks. Nothing is uploaded if another
 * account is signed in, or if this device knows that the account is not empty: an export may be hundreds of megabytes.
 */
export async function startImport(
  { account, handle, syncNow }: Pick<Owner, "account" | "handle" | "syncNow">,
  file: Blob,
  onProgress: (sent: number) => void,
): Promise<ImportAnswer> {
  const outcome = await syncNow();
  if (outcome === "signed-out" || outcome === "wrong-user") throw new Refusal(outcome);
  if (outcome === "synced" && (await (await handle.loaded()).shelves.count()) > 0)
    throw new Refusal("account-not-empty");
  const answer = await upload(account.userId, accountRoutes.import, file, onProgress);
  void syncNow();
  return answer;
}
