import * as v from "valibot";
import { expect, test } from "vitest";
import { email } from "./email.ts";

test.each([
  ["mira@example.com", "mira@example.com"], ["  Mira@Example.COM\n", "mira@example.com"], ["a+b.c@sub.example.co", "a+b.c@sub.example.co"],
  ["MIRA@EXAMPLE.COM", "mira@example.com"],
])("%j is one account with %j", (typed, expected) => {
  expect(v.parse(email, typed)).toBe(expected);
});

test.each([
  "", " ", "mira", "mira@", "@example.com", "mira@example", "mira@@example.com", "mi ra@example.com", "mira@exam ple.com", "mira@example.com.",
  "mira@example.com,eve@example.com", "mira@example.com\nBcc: eve@example.com", "Mira <mira@example.com>", "mi\u0000ra@example.com",
  "mira\u200B@example.com", `${"a".repeat(250)}@example.com`, null, 5,
])("%j is refused, in words for people", (typed) => {
  expect(v.safeParse(email, typed).issues?.map(({ message }) => message)).toContain("Please enter a valid email address");
});
