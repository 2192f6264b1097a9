import { expect, test } from "vitest";
import type { SyncStatus } from "#sync/sync-status";
import { syncText } from "./sync-text";

const settled: SyncStatus = {
  isKnown: true,
  online: true,
  pending: 0,
  isSending: false,
  rejected: 0,
  signedOut: false,
  wrongUser: false,
  outdated: false,
  isForeign: false,
  serverTrouble: false,
  firstSyncDone: true,
  trouble: null,
  isKept: true,
};

test.each<[Partial<SyncStatus>, string]>([
  [{}, "Saved everywhere"],
  [{ pending: 2 }, "Saved on this device (2 waiting)"],
  [{ pending: 2, isSending: true }, "Saving…"],
  [{ isSending: true }, "Saved everywhere"],
  [{ online: false, pending: 1, isSending: true }, "Offline (1 waiting)"],
  [{ online: false, pending: 1 }, "Offline (1 waiting)"],
  [{ online: false, pending: 3 }, "Offline (3 waiting)"],
  [{ online: false }, "Offline"],
  [{ signedOut: true, pending: 3 }, "Sign in to sync 3 changes"],
  [{ wrongUser: true }, "Sign in to sync"],
  [{ rejected: 2, pending: 1, online: false }, "2 need attention"],
  [{ rejected: 2, pending: 1, signedOut: true }, "Sign in to sync 1 change"],
  [
    { isForeign: true, pending: 2 },
    "Saved on this device (2 waiting). Something on your network is blocking Shelv",
  ],
  [{ isForeign: true }, "Something on your network is blocking Shelv"],
  [
    { isForeign: true, pending: 1, isKept: false },
    "Only in this tab (1 waiting). Something on your network is blocking Shelv",
  ],
  [{ isForeign: true, online: false, pending: 1 }, "Offline (1 waiting)"],
  [{ isForeign: true, pending: 1, rejected: 1 }, "1 needs attention"],
  [{ trouble: "full", rejected: 2 }, "This device is full. Free up some space to continue"],
  [{ trouble: "lost", online: false }, "This browser's storage doesn't answer. Trying again"],
  [{ isKept: false, pending: 1 }, "Only in this tab (1 waiting)"],
  [{ isKept: false }, "Saved everywhere"],
  [{ isKept: false, online: false }, "Offline, only in this tab"],
])("%j reads %j", (status, text) => {
  expect(syncText({ ...settled, ...status })).toBe(text);
});
