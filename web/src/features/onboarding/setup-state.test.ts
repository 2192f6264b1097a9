import { expect, test } from "vitest";
import type { SyncStatus } from "#sync/sync-status";
import { setupState } from "./setup-state";

const newDevice: SyncStatus = {
  isKnown: true, online: true, pending: 0, rejected: 0, signedOut: false, wrongUser: false, outdated: false, firstSyncDone: false,
  trouble: null, isKept: true,
};

test.each<[boolean | undefined, Partial<SyncStatus>, ReturnType<typeof setupState>]>([
  [true, {}, "done"],
  [true, { isKnown: false, online: false, signedOut: true }, "done"],
  [false, { firstSyncDone: true }, "open"],
  [undefined, { firstSyncDone: true }, "open"],
  [undefined, {}, "unknown"],
  [undefined, { isKnown: false, firstSyncDone: true }, "unknown"],
  [undefined, { online: false }, "unreachable"],
  [undefined, { signedOut: true }, "signed-out"],
  [undefined, { wrongUser: true, online: false }, "signed-out"],
])("completed %j and %j is %j", (completed, status, state) => {
  expect(setupState(completed, { ...newDevice, ...status })).toBe(state);
});
