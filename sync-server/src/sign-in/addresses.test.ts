import { expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";

test.each([
  ["o'hara@example.com", "O'Hara@example.com", "o'hara@example.com"],
  ["a&b@example.com", " a&b@Example.com ", "a&b@example.com"],
  ["me/dev@example.com", "me/dev@example.com", "me/dev@example.com"],
  ["me@bücher.example", "me@xn--bcher-kva.example", "me@xn--bcher-kva.example"],
  ["me@xn--e1afmkfd.xn--p1ai", "me@пример.рф", "me@xn--e1afmkfd.xn--p1ai"],
])("%s gets its code, and returns as %s to the same account", async (typed, again, sentTo) => {
  const server = await openTestServer();
  const idOf = async (email: string) => {
    const browser = server.browser();
    expect((await browser.post("/api/auth/send-code", { email })).status).toBe(204);
    const verified = await browser.post("/api/auth/verify-code", { code: await server.codeFor(sentTo) });
    return ((await verified.json()) as { user: { id: string } }).user.id;
  };
  const first = await idOf(typed);
  server.wait(60_000);
  expect(await idOf(again)).toBe(first);
});
