import { expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";

const EMAIL = "ada@example.org";

test.each(["/", "/health", "/ada", "/api/auth/me", "/api/sync/events"])(
  "A session that was left offline ends with the first request, whatever it is: %s",
  async (path) => {
    const server = await openTestServer();
    const ada = await server.signedIn(EMAIL, "ada");
    const session = ada.cookies.get("shelv-session") ?? "";
    ada.cookies.set("shelv-leaving", "1");
    await ada.get(path);
    expect(ada.cookies.has("shelv-leaving")).toBe(false);
    expect(await server.services.db.reader.selectFrom("session").selectAll().execute()).toEqual([]);
    expect((await server.browser().get("/api/auth/me", { Cookie: `shelv-session=${session}` })).status).toBe(
      401,
    );
  },
);

test("The answer that confirms a sign-out is never cached, not even on a public page", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn(EMAIL, "ada");
  ada.cookies.set("shelv-leaving", "1");
  const { headers } = await ada.get("/ada");
  expect(headers.getSetCookie()).not.toEqual([]);
  expect([headers.get("Cache-Control"), headers.get("CDN-Cache-Control")]).toEqual([
    "no-store, no-transform",
    null,
  ]);
});

test("A hidden page is not shown to the device's next user", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn(EMAIL, "ada");
  expect(
    (
      await ada.send("PUT", "/api/user/settings", {
        body: JSON.stringify({ publicProfile: false }),
        headers: { "Content-Type": "application/json" },
      })
    ).status,
  ).toBe(200);
  expect((await ada.get("/ada")).status).toBe(200);
  ada.cookies.set("shelv-leaving", "1");
  expect((await ada.get("/ada")).status).toBe(404);
});

test("Signing in with a pending sign-out signs in, and the new session stays", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn(EMAIL, "ada");
  await ada.post("/api/auth/send-code", { email: "eve@example.org" });
  ada.cookies.set("shelv-leaving", "1");
  expect(
    (await ada.post("/api/auth/verify-code", { code: await server.codeFor("eve@example.org") })).status,
  ).toBe(200);
  expect(ada.cookies.has("shelv-leaving")).toBe(false);
  expect((await ada.get("/api/auth/me")).status).toBe(200);
  const sessions = await server.services.db.reader
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.user_id")
    .select("email")
    .execute();
  expect(sessions).toEqual([{ email: "eve@example.org" }]);
});

test("Over https a cookie under the name that a neighbouring host could set ends no session", async () => {
  const server = await openTestServer({ env: { PUBLIC_URL: "https://shelv.example" } });
  const ada = await server.signedIn(EMAIL, "ada");
  ada.cookies.set("shelv-leaving", "1");
  expect((await ada.get("/api/auth/me")).status).toBe(200);
});

test("Over https the cookie is the host's own", async () => {
  const server = await openTestServer({ env: { PUBLIC_URL: "https://shelv.example" } });
  const ada = await server.signedIn(EMAIL, "ada");
  ada.cookies.set("__Host-shelv-leaving", "1");
  expect((await ada.get("/api/auth/me")).status).toBe(401);
  expect(ada.cookies.has("__Host-shelv-leaving")).toBe(false);
});
