import { expect, test } from "vitest";
import type { SyncStatus } from "#sync/sync-status";
import { setupState } from "./setup-state";

const newDevice: SyncStatus = {
  isKnown: true, online: true, pending: 0, rejected: 0, signedOut: false, wrongUser: false, outdated: false, firstSyncDone: false,
  trouble: null, isKept: true,
};

test.each<[boolean | null | undefined, Partial<SyncStatus>, ReturnType<typeof setupState>]>([
  [true, {}, "done"],
  [true, { isKnown: false, online: false, signedOut: true }, "done"],
  [false, { firstSyncDone: true }, "open"],
  [undefined, {}, "unknown"],
  // The counts may be told before the setup.
  [null, { firstSyncDone: true }, "unknown"],
  [null, { isKnown: false }, "unknown"],
  [null, { online: false }, "unreachable"],
  [null, { signedOut: true }, "signed-out"],
  [null, { wrongUser: true, online: false }, "signed-out"],
])("completed %j and %j is %j", (completed, status, state) => {
  expect(setupState(completed, { ...newDevice, ...status })).toBe(state);
});
