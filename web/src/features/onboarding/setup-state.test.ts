import { expect, test } from "vitest";
import type { SyncStatus } from "#sync/sync-status";
import { setupState, shownState } from "./setup-state";

const newDevice: SyncStatus = {
  isKnown: true,
  online: true,
  pending: 0,
  rejected: 0,
  signedOut: false,
  wrongUser: false,
  outdated: false,
  isForeign: false,
  isSending: false,
  serverTrouble: false,
  firstSyncDone: false,
  trouble: null,
  isKept: true,
};

test.each<[boolean | null | undefined, Partial<SyncStatus>, ReturnType<typeof setupState>]>([
  [true, {}, "done"],
  [true, { isKnown: false, online: false, signedOut: true }, "done"],
  [false, { firstSyncDone: true }, "open"],
  [undefined, {}, "unknown"],
  [null, { firstSyncDone: true }, "unknown"],
  [null, { isKnown: false }, "unknown"],
  [null, { online: false }, "unreachable"],
  [null, { signedOut: true }, "signed-out"],
  [null, { wrongUser: true, online: false }, "signed-out"],
  [null, { trouble: "gone" }, "signed-out"],
  [null, { outdated: true }, "outdated"],
  [null, { serverTrouble: true }, "server-trouble"],
  [null, { isForeign: true }, "unreachable"],
  [null, { trouble: "full" }, "full"],
  [null, { trouble: "lost" }, "lost"],
  [null, { trouble: "full", online: false }, "full"],
  [null, { serverTrouble: true, online: false }, "unreachable"],
  [null, { isKnown: false, trouble: "lost" }, "unknown"],
  [true, { trouble: "full", outdated: true }, "done"],
  [false, { serverTrouble: true }, "open"],
])("completed %j and %j is %j", (completed, status, state) => {
  expect(setupState(completed, { ...newDevice, ...status })).toBe(state);
});

test.each<[ReturnType<typeof setupState>, ReturnType<typeof setupState>, ReturnType<typeof setupState>]>([
  ["unknown", "unknown", "unknown"],
  ["unknown", "server-trouble", "server-trouble"],
  ["unknown", "full", "full"],
  ["unknown", "unreachable", "unknown"],
  ["unreachable", "unreachable", "unreachable"],
  ["open", "outdated", "open"],
  ["full", "server-trouble", "full"],
])("%s after %s is shown as %s", (state, lastKnown, shown) => {
  expect(shownState(state, lastKnown)).toBe(shown);
});
