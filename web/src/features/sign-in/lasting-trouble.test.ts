import { REFUSALS, TooMany } from "@shelv/contract/refusal";
import { expect, test } from "vitest";
import { ApiFailure, NoNetwork } from "#api/call";
import { lastingTrouble } from "./lasting-trouble";

test("A wait, a mail server that is away and an address that it refuses stay on the screen, and nothing else does", () => {
  const { message } = new TooMany(5 * 60_000);
  expect(lastingTrouble(new ApiFailure(429, "too-many", message, [], 300))).toBe(
    "That was too often. Please try again in 5 minutes",
  );
  expect(
    lastingTrouble(new ApiFailure(503, "mail-not-sent", REFUSALS["mail-not-sent"].message, [], null)),
  ).toBe("Mail cannot be sent at the moment. Please try again in a few minutes");
  expect(
    lastingTrouble(new ApiFailure(400, "mail-refused", REFUSALS["mail-refused"].message, [], null)),
  ).toContain("check how it is written");
  expect(
    lastingTrouble(new ApiFailure(400, "code-wrong", REFUSALS["code-wrong"].message, [], null)),
  ).toBeNull();
  expect(lastingTrouble(new NoNetwork(null))).toBeNull();
});
