import type { SyncOutcome } from "#sync/run-sync";
import { expect, test } from "vitest";
import { exportBlocker } from "./export-blocker";

const UNSENT =
  "Not all of your changes have reached the server yet, so they would be missing. Please try again when they have";

test.each<[SyncOutcome, unsent: number, why: string | null]>([
  ["synced", 0, null],
  ["synced", 1, UNSENT],
  ["no-network", 0, "You seem to be offline. Please try again when you have a connection"],
  ["no-network", 1, "You seem to be offline. Please try again when you have a connection"],
  ["foreign-answer", 0, "Something on your network answers in Shelv's place"],
  ["signed-out", 0, "Please sign in"],
  ["wrong-user", 0, "Another account is signed in on this browser"],
  ["client-outdated", 0, null],
  ["client-outdated", 1, "Please update Shelv to go on syncing"],
  ["server-trouble", 0, null],
  ["server-trouble", 2, UNSENT],
  ["device-full", 0, null],
  ["device-trouble", 1, UNSENT],
])("after %s, with %i pending, an export is refused with %j", (outcome, unsent, why) => {
  expect(exportBlocker(outcome, unsent)).toBe(why);
});
