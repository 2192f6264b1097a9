import { describe, expect, test } from "vitest";
import { afterFailure, isOutOfTries } from "./blocked-change";
import { withoutHoles } from "./next-request";
import { nextSync } from "./schedule/retry-schedule";
import type { SyncOutcome } from "./run-sync";
import { isOnItsWay, syncPhase, type SyncStatus } from "./sync-status";

test.each([
  ["nothing failed", { online: true, failures: 0 }, { do: "rest" }],
  ["no network, however often it failed", { online: false, failures: 9 }, { do: "wait-for-network" }],
  ["after one failure", { online: true, failures: 1 }, { do: "sync", afterMs: 1000 }],
  ["after four", { online: true, failures: 4 }, { do: "sync", afterMs: 8000 }],
  [
    "the server asks for a minute",
    { online: true, failures: 1, retryAfterMs: 60_000 },
    { do: "sync", afterMs: 60_000 },
  ],
  [
    "the server asks for less than the pause",
    { online: true, failures: 4, retryAfterMs: 1000 },
    { do: "sync", afterMs: 8000 },
  ],
  [
    "the server has done enough for the moment",
    { online: true, failures: 0, retryAfterMs: 300, isLater: true },
    { do: "sync", afterMs: 300 },
  ],
  [
    "the server has done enough, and does not say for how long",
    { online: true, failures: 0, isLater: true },
    { do: "sync", afterMs: 1000 },
  ],
  ["after very many, five minutes", { online: true, failures: 40 }, { do: "sync", afterMs: 300_000 }],
])("the next sync: %s", (_, state, expected) => {
  expect(nextSync(state, () => 0)).toEqual(expected);
});

test.each<[string, Parameters<typeof nextSync>[0], [number, number]]>([
  ["one failure", { online: true, failures: 1 }, [1000, 2000]],
  ["very many failures", { online: true, failures: 40 }, [300_000, 330_000]],
  ["a server that asks for a minute", { online: true, failures: 1, retryAfterMs: 60_000 }, [60_000, 90_000]],
  ["a spent share of work", { online: true, failures: 0, isLater: true, retryAfterMs: 4000 }, [4000, 8000]],
])("after %s, 200 devices come back evenly over a window, none too early", (_, state, [from, to]) => {
  const next = Array.from({ length: 200 }, (__, at) => nextSync(state, () => at / 199));
  const afterMs = next.map((one) => (one.do === "sync" ? one.afterMs : Number.NaN));
  expect([afterMs[0], afterMs.at(-1)]).toEqual([from, to]);
  const tenths = Array.from({ length: 10 }, (__, at) => {
    const begins = from + (at * (to - from)) / 10;
    return afterMs.filter((ms) => ms >= begins && ms < begins + (to - from) / 10).length;
  });
  expect(Math.max(...tenths)).toBeLessThanOrEqual(21);
});

const MINUTE = 60_000;

test("a change is out of tries after five failures over ten minutes, and not before both", () => {
  let attempts: ReturnType<typeof afterFailure> | null = null;
  const verdicts = [0, 1, 2, 3, 4, 9, 10].map((minutes) => {
    attempts = afterFailure(attempts, minutes * MINUTE);
    return isOutOfTries(attempts, minutes * MINUTE);
  });
  expect(verdicts).toEqual([false, false, false, false, false, false, true]);
});

test("a change that failed four times in a whole day is not out of tries; a clock that was set back starts the wait again", () => {
  expect(isOutOfTries(afterFailure({ times: 3, sinceMs: 0 }, 1440 * MINUTE), 1440 * MINUTE)).toBe(false);
  expect(afterFailure({ times: 9, sinceMs: 1440 * MINUTE }, 0)).toEqual({ times: 10, sinceMs: 0 });
});

describe("numbers that are never sent again", () => {
  const sent = (mid: number) => ({ mid, name: "shelf.move", v: 1, args: {} });
  const covered = (mutations: { mid: number; since?: number | undefined }[]) =>
    mutations.flatMap(({ mid, since = mid }) =>
      Array.from({ length: mid - since + 1 }, (_, at) => since + at),
    );

  test.each([
    ["no hole, nothing filled", [3, 4], 2, [3, 4]],
    ["a hole in front", [5], 2, [3, 4, 5]],
    ["a hole within", [3, 6], 2, [3, 4, 5, 6]],
    ["nothing is pending", [], 5, []],
  ])("%s", (_, mids, lastMid, expected) => {
    const filled = withoutHoles(mids.map(sent), lastMid);
    expect(covered(filled)).toEqual(expected);
    expect(filled.filter(({ name }) => name === "shelf.move").map(({ mid }) => mid)).toEqual(mids);
  });
});

const well: SyncStatus = {
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

test.each<[string, Partial<SyncStatus>, ReturnType<typeof syncPhase>]>([
  ["nothing is wrong", {}, "saved-everywhere"],
  ["something is on its way", { pending: 2, isSending: true }, "saving"],
  ["something waits for another attempt", { pending: 2 }, "saved-here"],
  ["there is no network", { online: false, pending: 2 }, "offline"],
  ["the session is over, which matters more than the network", { signedOut: true, online: false }, "sign-in"],
  ["somebody else is signed in", { wrongUser: true }, "sign-in"],
  [
    "something was rejected, which matters more than the network",
    { rejected: 1, pending: 2, online: false },
    "rejected",
  ],
  [
    "something was rejected and the session is over, without which nothing can be tried again",
    { rejected: 1, signedOut: true },
    "sign-in",
  ],
  [
    "something was rejected and the app is too old to send anything",
    { rejected: 1, outdated: true },
    "outdated",
  ],
  ["something else answers in the server's place", { isForeign: true, pending: 2 }, "foreign"],
  ["the app is too old", { outdated: true, pending: 1 }, "outdated"],
  [
    "the device cannot store anything, which matters more than all",
    { trouble: "full", rejected: 1, online: false },
    "trouble",
  ],
])("the header says one thing: %s", (_, state, expected) => {
  expect(syncPhase({ ...well, ...state })).toBe(expected);
});

test.each<[SyncOutcome | null, boolean]>([
  [null, true],
  ["synced", true],
  ["later", true],
  ["blocked", false],
  ["no-network", false],
  ["server-trouble", false],
  ["foreign-answer", false],
])("after %s a pending change is on its way: %s", (outcome, isSent) => {
  expect(isOnItsWay(outcome)).toBe(isSent);
});
