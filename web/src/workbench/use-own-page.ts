import type { PageData } from "@shelv/public-page/page-data";
import { useOwner, useStored } from "#sync/owner-context.tsx";
import { useLast } from "#ui/use-last";
import { ownPageData } from "./own-page-data";
import { useLocalPictures } from "./use-local-pictures";

/** The owner's page as this device knows it, kept up to date, with its pictures from here where the server has them not yet; of the shelves only one, where it is named. */
export function useOwnPage(shelfId?: string): PageData | undefined {
  const { account, store } = useOwner();
  const page = useStored(ownPageData, account.username, shelfId);
  return useLast(useLocalPictures(store, page, "unsent"));
}
