import { SHARE_MAX_BYTES } from "@shelv/contract/links/share";
import { expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";

function shared(text: string): RequestInit {
  const body = new FormData();
  body.append("text", text);
  return { method: "POST", body };
}

test.each([
  ["no site", {}],
  ["a site that is not to be known", { Origin: "null", "Sec-Fetch-Site": "cross-site" }],
])("A share that a system posts from %s leads to the message that it did not arrive", async (_, headers) => {
  const { app } = await openTestServer();
  const answer = await app.fetch(
    new Request("http://localhost/share", { ...shared("https://example.com/pan"), headers }),
  );
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/share?missed=1"]);
});

test("A share that is larger than any phone sends is refused without being read to its end", async () => {
  const { app } = await openTestServer();
  const headers = { "Content-Length": String(SHARE_MAX_BYTES + 1) };
  const answer = await app.fetch(new Request("http://localhost/share", { ...shared("x"), headers }));
  expect(answer.status).toBe(413);
});
