import type { PageData } from "@shelv/public-page/page-data";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { useLast } from "#platform/react/use-last";
import { ownPageData, type PagePart } from "./own-page-data";

export function useOwnPage(part: PagePart): PageData | undefined {
  const { account } = useOwner();
  return useLast(useLiveQuery(ownPageData, account.username, part));
}
