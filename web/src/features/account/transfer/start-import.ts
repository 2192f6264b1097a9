import type { ImportAnswer } from "@shelv/contract/export";
import { Refusal } from "@shelv/contract/refusal";
import { accountRoutes } from "@shelv/contract/routes/account";
import { upload } from "#api/upload";
import type { Owner } from "#session/owner-context.tsx";

/**
 * Pushes pending changes first, because the server accepts an import only into an empty account. Uploads
 * nothing if this device already knows that the server would refuse: a file may have hundreds of megabytes.
 */
export async function startImport(
  { account, readStore, syncNow }: Pick<Owner, "account" | "readStore" | "syncNow">,
  file: Blob,
  onProgress: (sent: number) => void,
): Promise<ImportAnswer> {
  const outcome = await syncNow();
  if (outcome === "signed-out" || outcome === "wrong-user") throw new Refusal(outcome);
  if (outcome === "synced" && (await readStore((store) => store.shelves.count())) > 0)
    throw new Refusal("account-not-empty");
  const answer = await upload(account.userId, accountRoutes.import, file, onProgress);
  void syncNow();
  return answer;
}
