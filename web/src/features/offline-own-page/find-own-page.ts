import type { PageData } from "@shelv/public-page/page-data";
import { currentAccount } from "#accounts/current-account";
import { readAccountStore } from "#session/store-provider.tsx";
import { type StorageErrorKind, storageErrorKind, withReopening } from "#local-store/storage-errors";
import { ownPageData } from "#domain/page-preview/own-page-data";

export type FoundPage = { userId: string; page: PageData };

/** Null without the page on this device; a `StorageErrorKind` if the store cannot be read. */
export async function findOwnPage(username: string): Promise<FoundPage | StorageErrorKind | null> {
  try {
    const account = await currentAccount();
    if (account?.username.toLowerCase() !== username.toLowerCase()) return null;
    const page = await readAccountStore(account.userId, (store) =>
      withReopening(store, () => ownPageData(store, account.username)),
    );
    return { userId: account.userId, page };
  } catch (error) {
    const kind = storageErrorKind(error);
    if (kind === null) throw error;
    return kind === "gone" ? null : kind;
  }
}
