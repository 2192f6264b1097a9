import { REFUSALS, TooMany } from "@shelv/contract/refusal";
import { expect, test } from "vitest";
import { ApiFailure, NoNetwork } from "#api/call";
import { lastingError } from "./lasting-error";

test("a required wait, an unreachable mail server and a refused address stay on the screen, other errors do not", () => {
  const { message } = new TooMany(5 * 60_000);
  expect(lastingError(new ApiFailure(429, "too-many", message, [], 300))).toBe(
    "That was too often. Please try again in 5 minutes",
  );
  expect(
    lastingError(new ApiFailure(503, "mail-not-sent", REFUSALS["mail-not-sent"].message, [], null)),
  ).toBe("We can't send email right now. Please try again in a few minutes");
  expect(
    lastingError(new ApiFailure(400, "mail-refused", REFUSALS["mail-refused"].message, [], null)),
  ).toContain("Check the spelling");
  expect(
    lastingError(new ApiFailure(400, "code-wrong", REFUSALS["code-wrong"].message, [], null)),
  ).toBeNull();
  expect(lastingError(new NoNetwork(null))).toBeNull();
});
