import * as v from "valibot";
import { expect, test, vi } from "vitest";
import addresses from "#cases/addresses.json" with { type: "json" };
import { asciiDomain, email } from "./email.ts";

declare const URL: { prototype: { hostname: string } };

test.each([
  ["mira@example.com", "mira@example.com"],
  ["  Mira@Example.COM\n", "mira@example.com"],
  ["a+b.c@sub.example.co", "a+b.c@sub.example.co"],
  ["MIRA@EXAMPLE.COM", "mira@example.com"],
])("%j is one account with %j", (typed, expected) => {
  expect(v.parse(email, typed)).toBe(expected);
});

test.each([
  "",
  " ",
  "mira",
  "mira@",
  "@example.com",
  "mira@example",
  "mira@@example.com",
  "mi ra@example.com",
  "mira@exam ple.com",
  "mira@example.com.",
  "mira@example.com,eve@example.com",
  "mira@example.com\nBcc: eve@example.com",
  "Mira <mira@example.com>",
  "mi\u0000ra@example.com",
  "mira\u200B@example.com",
  `${"a".repeat(250)}@example.com`,
  null,
  5,
])("%j is rejected with a sentence for people", (typed) => {
  expect(v.safeParse(email, typed).issues?.map(({ message }) => message)).toContain(
    "Please enter a valid email address",
  );
});

test.each([
  ["o'hara@example.com", "o'hara@example.com"],
  ["O'Hara@Example.com", "o'hara@example.com"],
  ["a&b@example.com", "a&b@example.com"],
  ["me/dev@example.com", "me/dev@example.com"],
  ["me=you@example.com", "me=you@example.com"],
  ["#1!@example.com", "#1!@example.com"],
  ["me@bücher.example", "me@xn--bcher-kva.example"],
  ["me@B\u00DCCHER.example", "me@xn--bcher-kva.example"],
  ["me@bu\u0308cher.example", "me@xn--bcher-kva.example"],
  ["me@xn--bcher-kva.example", "me@xn--bcher-kva.example"],
  ["me@пример.рф", "me@xn--e1afmkfd.xn--p1ai"],
  ["me@xn--e1afmkfd.xn--p1ai", "me@xn--e1afmkfd.xn--p1ai"],
  ["me@例え。jp", "me@xn--r8jz45g.jp"],
  ["me@straße.example", "me@xn--strae-oqa.example"],
  ["\u200Bme@example.com\u200B", "me@example.com"],
  ["me@ex-am-ple.museum", "me@ex-am-ple.museum"],
])("%j is stored as %j", (typed, stored) => {
  expect(v.parse(email, typed)).toBe(stored);
  expect(v.parse(email, stored)).toBe(stored);
});

test("each known real address that was once rejected can sign up", () => {
  expect(addresses.refused.filter((address) => !v.is(email, address))).toEqual([]);
});

test.each([
  "a@b.co\r\nBcc: x@y.zz",
  "a@b.co,x@y.zz",
  '"a b"@b.co',
  "a@[127.0.0.1]",
  "a@b.co\u0000",
  "vi\u017Fitor@example.com",
  "a@b.\u017Fk",
  "a@\u212A.example",
  "a@\uFF45xample.com",
  "a@127.0.0.1",
  "a@0x7f.1",
  "a@b.1",
  "a..b@example.com",
  ".a@example.com",
  "a.@example.com",
  "me@-a.example",
  "me@a-.example",
  "me@ex_ample.com",
  "me@exa%6Dple.com",
  "me@example.com/x",
  "me@example.com:25",
  "müller@example.com",
  "me@xn--zzzz.example\u0000",
  `${"a".repeat(65)}@example.com`,
  `me@${"a".repeat(64)}.example`,
  "me@exam\u200Dple.com",
])("%j is not an address", (typed) => {
  expect(v.is(email, typed)).toBe(false);
});

test("Blanks in an address do not hold the process that all requests share", () => {
  expect(v.is(email, `a${" ".repeat(250_000)}b`)).toBe(false);
});

test("a domain that is longer than DNS allows is not converted, which takes as long as its square", () => {
  const hostOf = vi.spyOn(URL.prototype, "hostname", "get");
  expect(asciiDomain("bücher.example")).toBe("xn--bcher-kva.example");
  expect(hostOf).toHaveBeenCalledTimes(1);
  expect(asciiDomain(`${"ü".repeat(246)}.example`)).toBeNull();
  expect(hostOf).toHaveBeenCalledTimes(1);
  hostOf.mockRestore();
});
