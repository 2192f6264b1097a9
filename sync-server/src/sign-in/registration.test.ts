import { expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";

test("The username is stored as typed, and the display name goes into the profile", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", null);
  const answer = await ada.post("/api/auth/complete-registration", {
    username: "Ada_L",
    displayName: " Ada Lovelace ",
  });
  expect(await answer.json()).toMatchObject({ user: { username: "Ada_L", displayName: "Ada Lovelace" } });
  expect(await (await server.browser().get("/api/users/ada_l")).json()).toMatchObject({
    username: "Ada_L",
    displayName: "Ada Lovelace",
  });
});

test("An empty display name counts as none", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", null);
  const answer = await ada.post("/api/auth/complete-registration", { username: "ada", displayName: "  " });
  expect(await answer.json()).toMatchObject({ user: { displayName: "" } });
});

test("Of parallel claims of one name, in any case, one succeeds and the others get a conflict", async () => {
  const server = await openTestServer();
  const people = await Promise.all(
    ["a", "b", "c"].map((name) => server.signedIn(`${name}@example.org`, null)),
  );
  const names = ["Shelfie", "shelfie", "SHELFIE"];
  const answers = await Promise.all(
    people.map((person, at) => person.post("/api/auth/complete-registration", { username: names[at] })),
  );
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409", "409"]);
});

test("A username is chosen once", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const again = await ada.post("/api/auth/complete-registration", {
    username: "countess",
    displayName: "Other",
  });
  expect(await again.json()).toMatchObject({ code: "username-chosen" });
  expect(await (await ada.get("/api/auth/me")).json()).toMatchObject({ username: "ada", displayName: "" });
});

test.each(["login", "API", "admin", "shelves"])(
  "The reserved name %s is neither available nor accepted",
  async (name) => {
    const server = await openTestServer();
    const ada = await server.signedIn("ada@example.org", null);
    expect(await (await ada.get(`/api/check-username/${name}`)).json()).toEqual({ available: false });
    expect((await ada.post("/api/auth/complete-registration", { username: name })).status).toBe(409);
  },
);

test.each([
  ["paypal", "paypaI"],
  ["paypal", "pay_pal"],
  ["PayPal", "paypa1"],
  ["Modern", "modem"],
  ["MIRA", "mi-ra"],
  ["---", "___"],
])("If %s is taken, %s looks the same and is neither available nor accepted", async (taken, name) => {
  const server = await openTestServer();
  await server.signedIn("ada@example.org", taken);
  const eve = await server.signedIn("eve@example.org", null);
  expect(await (await eve.get(`/api/check-username/${name}`)).json()).toEqual({ available: false });
  const refused = await eve.post("/api/auth/complete-registration", { username: name });
  expect([refused.status, await refused.json()]).toEqual([
    409,
    {
      code: "username-misleading",
      message: "That username could be mistaken for another name. Please choose a different one",
    },
  ]);
});

test("Of parallel claims of lookalike names, one succeeds", async () => {
  const server = await openTestServer();
  const people = await Promise.all(
    ["a", "b", "c"].map((name) => server.signedIn(`${name}@example.org`, null)),
  );
  const names = ["paypal", "paypaI", "pay-pal"];
  const answers = await Promise.all(
    people.map((person, at) => person.post("/api/auth/complete-registration", { username: names[at] })),
  );
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409", "409"]);
});

test.each(["Shelv-Support", "security-team", "postmaster", "_dmarc", "log-in"])(
  "The misleading name %s is neither available nor accepted",
  async (name) => {
    const server = await openTestServer();
    const ada = await server.signedIn("ada@example.org", null);
    expect(await (await ada.get(`/api/check-username/${name}`)).json()).toEqual({ available: false });
    expect(
      await (await ada.post("/api/auth/complete-registration", { username: name })).json(),
    ).toMatchObject({ code: "username-misleading" });
  },
);

test("A name is available until it is taken, in any case; a malformed one never is", async () => {
  const server = await openTestServer();
  const isAvailable = async (name: string) =>
    (
      (await (await server.browser().get(`/api/check-username/${encodeURIComponent(name)}`)).json()) as {
        available: boolean;
      }
    ).available;
  expect(await isAvailable("ada")).toBe(true);
  await server.signedIn("ada@example.org", "Ada");
  expect(
    await Promise.all(["ada", "ADA", "ab", "a/b", "ä-name", "x".repeat(31), "has blank"].map(isAvailable)),
  ).toEqual(Array(7).fill(false));
  expect(await isAvailable("x".repeat(30))).toBe(true);
});

test("An invalid name is rejected with the form's message", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", null);
  const refused = await ada.post("/api/auth/complete-registration", { username: "a b" });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({
    code: "invalid",
    message: "Username can only contain letters, numbers, underscores and hyphens",
    issues: [
      { path: "username", message: "Username can only contain letters, numbers, underscores and hyphens" },
    ],
  });
});
