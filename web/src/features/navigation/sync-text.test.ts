import { expect, test } from "vitest";
import type { SyncStatus } from "#sync/sync-status";
import { syncText } from "./sync-text";

const settled: SyncStatus = {
  isKnown: true, online: true, pending: 0, rejected: 0, signedOut: false, wrongUser: false, outdated: false, firstSyncDone: true,
};

test.each<[Partial<SyncStatus>, string]>([
  [{}, "Saved everywhere"],
  [{ pending: 2 }, "Saved on this device"],
  [{ online: false, pending: 1 }, "Offline, 1 change waiting"],
  [{ online: false, pending: 3 }, "Offline, 3 changes waiting"],
  [{ online: false }, "Offline, saved on this device"],
  [{ signedOut: true, pending: 3 }, "Sign in to sync 3 changes"],
  [{ wrongUser: true }, "Sign in to sync"],
  [{ rejected: 2, pending: 1, signedOut: true }, "Couldn't save 2"],
])("%j reads %j", (status, text) => {
  expect(syncText({ ...settled, ...status })).toBe(text);
});
