import { expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";
import { hashOfToken, isSameHash } from "./token.ts";

test("A hash equals itself and nothing else, whatever the other's length in characters or bytes", () => {
  const hash = hashOfToken("token");
  expect(isSameHash(hash, hashOfToken("token"))).toBe(true);
  for (const other of ["", hash.slice(1), `${hash}a`, hashOfToken("other"), "é".repeat(hash.length)])
    expect(isSameHash(hash, other)).toBe(false);
});

test("A cookie or a link with characters that we never write is invalid", async () => {
  const browser = (await openTestServer()).browser();
  const letters = "%C3%A9".repeat(hashOfToken("").length);
  expect((await browser.get(`/api/unsubscribe/ada.${letters}`)).status).toBe(404);
  browser.cookies.set("shelv-known", letters);
  expect((await browser.post("/api/auth/send-code", { email: "ada@example.org" })).status).toBe(204);
});
