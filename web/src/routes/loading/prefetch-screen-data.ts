import { SCREEN_PATHS } from "@shelv/contract/paths";
import { prefetchQuery } from "#local-store/live-query/query-cache";
import type { DeviceAccount } from "#accounts/device-database";
import {
  allCategories,
  firstItems,
  hasCompletedSetup,
  profileOf,
  rowMarks,
  shelvesInOrder,
} from "#local-store/queries";
import { openStore } from "#accounts/open-store";
import { changeCounts } from "#outbox/change-counts";
import { openNotices } from "#outbox/notices";
import { rejectedCount } from "#outbox/rejected-groups";
import { settleWithin } from "#platform/wait";

const TIMEOUT_MS = 1000;

/**
 * A screen's first queries run while its code loads, so that it renders once. Resolves with the answers or
 * after a timeout.
 */
export async function prefetchScreenData({ userId }: DeviceAccount, pathname: string): Promise<void> {
  const store = openStore(userId);
  const answers = [
    prefetchQuery(store, hasCompletedSetup),
    prefetchQuery(store, shelvesInOrder),
    prefetchQuery(store, rowMarks),
    prefetchQuery(store, changeCounts, 0),
    prefetchQuery(store, profileOf),
    prefetchQuery(store, openNotices),
    prefetchQuery(store, rejectedCount),
    ...(pathname === SCREEN_PATHS.items
      ? [prefetchQuery(store, firstItems, undefined), prefetchQuery(store, allCategories)]
      : []),
  ];
  await settleWithin(TIMEOUT_MS, Promise.all(answers));
}
