import { SIGN_IN_CODE_VALID_MS } from "@shelv/contract/sign-in";
import { beforeEach, expect, test } from "vitest";
import { fakeStorage } from "#platform/testing/fake-storage";
import { forgetSentCode, storeSentCode, readSentCode } from "./sent-code";

const NOW = 1_800_000_000_000;
const HOUR_MS = 60 * 60_000;
const SENT = { email: "ada@example.com", at: NOW };

let session: Storage;
beforeEach(() => {
  session = fakeStorage() as Storage;
});

test.each([
  [0, SENT],
  [SIGN_IN_CODE_VALID_MS - 1, SENT],
  [SIGN_IN_CODE_VALID_MS, null],
  [-1, { ...SENT, at: NOW - 1 }],
  [-3 * HOUR_MS, { ...SENT, at: NOW - 3 * HOUR_MS }],
  [-24 * HOUR_MS, null],
])("%i ms after a code was sent the stored code is %j", (afterMs, known) => {
  storeSentCode(session, SENT);
  expect(readSentCode(session, NOW + afterMs)).toEqual(known);
});

test.each([
  [3 * HOUR_MS, { ...SENT, clockWrongMs: -3 * HOUR_MS }],
  [24 * HOUR_MS, null],
])(
  "with a clock that was wrong when the code was sent, and is %i ms on, the server decides about %j",
  (afterMs, known) => {
    storeSentCode(session, { ...SENT, clockWrongMs: -3 * HOUR_MS });
    expect(readSentCode(session, NOW + afterMs)).toEqual(known);
  },
);

test("the newest code is returned, until it is deleted", () => {
  expect(readSentCode(session, NOW)).toBeNull();
  storeSentCode(session, { ...SENT, at: NOW - SIGN_IN_CODE_VALID_MS });
  storeSentCode(session, SENT);
  expect(readSentCode(session, NOW)).toEqual(SENT);
  forgetSentCode(session);
  expect(readSentCode(session, NOW)).toBeNull();
});

test.each(["{", "null", "[]", "7", '{"email":7,"at":0}'])(
  "an invalid stored value %s is not a code",
  (text) => {
    session.setItem("shelv-sent-code", text);
    expect(readSentCode(session, NOW)).toBeNull();
  },
);
