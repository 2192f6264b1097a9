import { SCREEN_PATHS } from "@shelv/contract/paths";
import { askAhead } from "#local-store/ask";
import type { DeviceAccount } from "#local-store/device";
import {
  allCategories,
  firstItems,
  hasCompletedSetup,
  profileOf,
  rowMarks,
  shelvesInOrder,
} from "#local-store/queries";
import { storeOf } from "#local-store/store-of";
import { changeCounts } from "#outbox/change-counts";
import { openNotices } from "#outbox/notices";
import { rejectedCount } from "#outbox/rejected-groups";
import { settleWithin } from "#ui/settle-within";

/** A store that has not answered by then is in trouble, and the screen says so better than a page that stands still. */
const AT_MOST_MS = 1000;

/**
 * What a screen will ask of the store, asked as soon as it is known whose screen it is, while its code is still being read. It is then
 * drawn once, with everything, instead of once for each answer. Resolves when the answers are there, or do not come.
 */
export async function askAheadFor({ userId }: DeviceAccount, pathname: string): Promise<void> {
  const store = storeOf(userId);
  const answers = [
    askAhead(store, hasCompletedSetup),
    askAhead(store, shelvesInOrder),
    askAhead(store, rowMarks),
    askAhead(store, changeCounts, 0),
    askAhead(store, profileOf),
    askAhead(store, openNotices),
    askAhead(store, rejectedCount),
    ...(pathname === SCREEN_PATHS.items
      ? [askAhead(store, firstItems, undefined), askAhead(store, allCategories)]
      : []),
  ];
  await settleWithin(AT_MOST_MS, Promise.all(answers));
}
