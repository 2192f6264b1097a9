import { ALL_ROUTES } from "@shelv/contract/routes/all";
import { JSON_MAX_BYTES } from "@shelv/contract/routes/route";
import { describe, expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";

test("Every route of the contract is served, and no other route exists under /api", async () => {
  const { app } = await openTestServer();
  const served = app.routes
    .filter(({ path, method }) => path.startsWith("/api") && method !== "ALL")
    .map(({ method, path }) => `${method} ${path}`);
  const promised = ALL_ROUTES.map(({ method, path }) => `${method === "HEAD" ? "GET" : method} ${path}`);
  expect(served.toSorted()).toEqual(promised.toSorted());
});

test("Every route that requires sign-in refuses a visitor before it reads the input", async () => {
  const visitor = (await openTestServer()).browser();
  for (const { method, path, access } of ALL_ROUTES.filter((route) => route.access !== "anyone")) {
    const answer = await visitor.send(method, path.replaceAll(/:\w+/g, "x"));
    expect([method, path, access, answer.status]).toEqual([method, path, access, 401]);
  }
});

test("An unknown API path answers JSON, for every method", async () => {
  const visitor = (await openTestServer()).browser();
  for (const [method, path] of [
    ["GET", "/api/nope"],
    ["POST", "/api/auth/me"],
    ["GET", `/api/blobs/${"a".repeat(64)}`],
    ["GET", "/api"],
  ] as const) {
    const answer = await visitor.send(method, path);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { code: "not-found", message: "There is nothing here" },
    ]);
  }
});

test("A HEAD request opens no stream", async () => {
  const ada = await (await openTestServer()).signedIn("ada@example.org", "ada");
  expect((await ada.send("HEAD", "/api/sync/events")).status).toBe(404);
});

describe("A body", () => {
  const send = async (body: string, headers: Record<string, string>) =>
    (await openTestServer()).browser().send("POST", "/api/auth/send-code", { body, headers });
  const json = { "Content-Type": "application/json" };

  test.each([
    ["that is cut off", '{"email":"a@', json],
    ["that is empty", "", json],
    ["that is not an object", "[]", json],
  ])("%s is refused as invalid", async (_, body, headers) => {
    const answer = await send(body, headers);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: "invalid",
      issues: [{ message: expect.any(String) as string }],
    });
  });

  test.each([
    ["without a type", ""],
    ["of a type that any site's form can send", "text/plain"],
  ])("%s is refused for its type, and the answer names the right one", async (_, type) => {
    const answer = await send('{"email":"a@example.org"}', { "Content-Type": type });
    expect([answer.status, await answer.json()]).toEqual([
      415,
      { code: "wrong-content-type", message: "Content-Type must be application/json" },
    ]);
  });

  test("larger than its route allows is refused", async () => {
    const answer = await send(JSON.stringify({ email: "a".repeat(JSON_MAX_BYTES) }), json);
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { code: "too-large", message: "That is too large" },
    ]);
  });
});

test("A bug answers with an id, which the log has with the details, and nothing else", async () => {
  const server = await openTestServer();
  server.app.get("/a/bug", () => {
    throw new Error("the secret detail");
  });
  const answer = await server.browser().get("/a/bug");
  const { id, ...body } = (await answer.json()) as { id: string };
  expect([answer.status, body]).toEqual([
    500,
    { code: "bug", message: `Something went wrong on our side (${id}). Please try again` },
  ]);
  expect(server.printed).toEqual([expect.stringContaining("the secret detail")]);
  expect(server.printed[0]).toContain(id);
});

test("Every answer has the security headers", async () => {
  const browser = (await openTestServer()).browser();
  for (const path of ["/healthz", "/api/nope", "/media/x/1.webp", "/nobody"]) {
    const { headers } = await browser.get(path);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
    expect(headers.get("Strict-Transport-Security")).toBeNull();
  }
  const secure = await (
    await openTestServer({ env: { PUBLIC_URL: "https://shelv.example" } })
  )
    .browser()
    .get("/healthz");
  expect(secure.headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
});

test.each([
  ["https://shelv.example", "shelv.example", "max-age=31536000; includeSubDomains"],
  ["https://app.shelv.example", "shelv.example", "max-age=31536000; includeSubDomains"],
  ["https://shelv.example", "pages.shelv.example", "max-age=31536000; includeSubDomains"],
  ["https://shelv.example", "pages.example", "max-age=31536000"],
  ["https://shelv.example", "myshelv.example", "max-age=31536000"],
  ["http://shelv.example", "shelv.example", null],
])(
  "With the app at %s and pages below %s, the app's host answers %s about https",
  async (publicUrl, pageHost, said) => {
    const server = await openTestServer({
      env: { PUBLIC_URL: publicUrl, PAGE_HOST: pageHost, DNS_SERVERS: "127.0.0.1:9" },
    });
    const ada = await server.signedIn("ada@example.org", "Ada");
    for (const path of ["/healthz", "/Ada", "/api/auth/me", "/api/shelves"]) {
      expect([path, (await ada.get(path)).headers.get("Strict-Transport-Security")]).toEqual([path, said]);
    }
  },
);
