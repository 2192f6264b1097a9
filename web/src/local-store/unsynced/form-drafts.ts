/**
 * What was typed and not saved: one draft for each form and account, never synced, so in its own database.
 * Deleted with the account's data (accounts/account-lifecycle.ts).
 */
import type { FormDrafts } from "./form-drafts-database";
import { loadCode } from "#local-store/boot/load-code";
import { storageChosen } from "#local-store/storage-fallback";

let known: FormDrafts | undefined;

export async function formDrafts(): Promise<FormDrafts> {
  const [{ FormDrafts }] = await Promise.all([
    loadCode(() => import("./form-drafts-database")),
    storageChosen(),
  ]);
  return (known ??= new FormDrafts());
}
