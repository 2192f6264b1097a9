import { SIGN_IN_CODE_VALID_MS } from "@shelv/contract/sign-in";
import { beforeEach, expect, test } from "vitest";
import { forgetSentCode, keepSentCode, readSentCode } from "./sent-code";

const NOW = 1_800_000_000_000;
const HOUR_MS = 60 * 60_000;
const SENT = { email: "ada@example.com", at: NOW };

let session: Storage;
beforeEach(() => {
  const kept = new Map<string, string>();
  session = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
});

test.each([
  [0, SENT],
  [SIGN_IN_CODE_VALID_MS - 1, SENT],
  [SIGN_IN_CODE_VALID_MS, null],
  // The clock was set back: nothing says how old it is but the server, and the pause before another begins anew.
  [-1, { ...SENT, at: NOW - 1 }],
  [-3 * HOUR_MS, { ...SENT, at: NOW - 3 * HOUR_MS }],
  [-24 * HOUR_MS, null],
])("%i ms after a code was sent it is known as %j", (afterMs, known) => {
  keepSentCode(session, SENT);
  expect(readSentCode(session, NOW + afterMs)).toEqual(known);
});

test.each([
  [3 * HOUR_MS, { ...SENT, clockWrongMs: -3 * HOUR_MS }],
  [24 * HOUR_MS, null],
])(
  "a clock that was wrong when the code was sent, and is %i ms on, leaves %j to the server",
  (afterMs, known) => {
    keepSentCode(session, { ...SENT, clockWrongMs: -3 * HOUR_MS });
    expect(readSentCode(session, NOW + afterMs)).toEqual(known);
  },
);

test("the newest code is the one that is known, until it is forgotten", () => {
  expect(readSentCode(session, NOW)).toBeNull();
  keepSentCode(session, { ...SENT, at: NOW - SIGN_IN_CODE_VALID_MS });
  keepSentCode(session, SENT);
  expect(readSentCode(session, NOW)).toEqual(SENT);
  forgetSentCode(session);
  expect(readSentCode(session, NOW)).toBeNull();
});

test.each(["{", "null", "[]", "7", '{"email":7,"at":0}'])("a session that holds %s knows of none", (text) => {
  session.setItem("shelv-sent-code", text);
  expect(readSentCode(session, NOW)).toBeNull();
});
