/**
 * What other apps shared and no account has taken yet, in its own database: the service worker fills it even
 * if no account is signed in.
 */
import type { ShareInbox } from "./share-inbox-database";
import { loadCode } from "#local-store/boot/load-code";
import { storageChosen } from "#local-store/storage-fallback";

let known: ShareInbox | undefined;

export async function openShareInbox(): Promise<ShareInbox> {
  const [{ ShareInbox }] = await Promise.all([
    loadCode(() => import("./share-inbox-database")),
    storageChosen(),
  ]);
  return (known ??= new ShareInbox());
}
