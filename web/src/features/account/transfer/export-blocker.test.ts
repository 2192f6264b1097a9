import type { SyncOutcome } from "#sync/run-sync";
import { expect, test } from "vitest";
import { exportBlocker } from "./export-blocker";

const UNSENT =
  "Some of your changes haven't reached the server yet, so the export would miss them. Please try again later";

test.each<[SyncOutcome, unsent: number, why: string | null]>([
  ["synced", 0, null],
  ["synced", 1, UNSENT],
  ["no-network", 0, "You seem to be offline. Please try again when you're back online"],
  ["no-network", 1, "You seem to be offline. Please try again when you're back online"],
  ["foreign-answer", 0, "Something on your network is blocking Shelv"],
  ["signed-out", 0, "Please sign in"],
  ["wrong-user", 0, "Another account is signed in on this browser"],
  ["client-outdated", 0, null],
  ["client-outdated", 1, "Please update Shelv to keep syncing"],
  ["server-trouble", 0, null],
  ["server-trouble", 2, UNSENT],
  ["device-full", 0, null],
  ["device-trouble", 1, UNSENT],
])("after %s, with %i pending, an export is refused with %j", (outcome, unsent, why) => {
  expect(exportBlocker(outcome, unsent)).toBe(why);
});
