import { expect, test } from "vitest";
import { sweepAccounts } from "#accounts/sweep-accounts";
import type { Browser } from "#testing/browser";
import { openTestServer } from "#testing/open-test-server";
import { runAllSteps } from "#testing/run-all-steps";

const DAY_MS = 24 * 60 * 60_000;
const owner = async (env: Record<string, string> = {}) => {
  const server = await openTestServer({ env });
  return { server, ada: await server.signedIn("ada@example.org", "ada") };
};

test("A paid plan is a trial of fourteen days, once; then the limit is three shelves again, and the others stay", async () => {
  const { server, ada } = await owner();
  const makeShelf = async () => (await ada.post("/api/shelves", { name: "Shelf" })).status;
  expect(await (await ada.get("/api/user/plan")).json()).toEqual({
    plan: "free",
    trialEndsAt: null,
    isPlanFixed: false,
    maxShelves: 3,
  });
  const started = await (await ada.put("/api/user/plan", { plan: "pro" })).json();
  expect(started).toMatchObject({
    plan: "pro",
    trialEndsAt: expect.stringMatching(/^2026-03-15T/) as string,
    maxShelves: null,
  });
  for (let made = 0; made < 4; made += 1) expect(await makeShelf()).toBe(200);

  server.wait(14 * DAY_MS - 60_000);
  expect(await makeShelf()).toBe(200);
  server.wait(60_001);
  expect(await (await ada.get("/api/user/plan")).json()).toMatchObject({ plan: "free", maxShelves: 3 });
  expect(await makeShelf()).toBe(403);
  const shelves = (await (await ada.get("/api/shelves")).json()) as { id: string }[];
  expect(shelves).toHaveLength(5);
  expect((await ada.patch(`/api/shelves/${shelves[4]?.id}`, { name: "Kept" })).status).toBe(200);
  const again = await ada.put("/api/user/plan", { plan: "premium" });
  expect([again.status, await again.json()]).toMatchObject([403, { code: "trial-over" }]);
});

test("An address has one trial, also after its account is deleted: what is left of it goes on, and none follows", async () => {
  const { server, ada } = await owner();
  const again = async (owner: Browser, email: string) => {
    await owner.post("/api/user/deletion-code");
    const { printed } = server;
    const body = JSON.stringify({ code: await server.codeFor("ada@example.org") });
    const headers = { "Content-Type": "application/json" };
    expect((await owner.send("DELETE", "/api/user", { body, headers })).status).toBe(204);
    server.wait(60_000);
    expect(printed.at(-1)).toContain("was deleted");
    return server.signedIn(email, `ada${printed.length}`);
  };
  await ada.put("/api/user/plan", { plan: "premium" });
  server.wait(3 * DAY_MS);
  const second = await again(ada, "ada@example.org");
  expect(await (await second.get("/api/user/plan")).json()).toMatchObject({
    plan: "free",
    trialEndsAt: expect.stringMatching(/^2026-03-15T/) as string,
  });
  server.wait(14 * DAY_MS);
  const third = await again(second, "ada@example.org");
  const choose = async (owner: Browser) => {
    const answer = await owner.put("/api/user/plan", { plan: "premium" });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  expect(await choose(third)).toEqual([403, "trial-over"]);
  await third.form("POST", "/api/complete-onboarding", { plan: "premium", trial: "true" });
  expect(await (await third.get("/api/user/plan")).json()).toMatchObject({ plan: "free" });
  const plus = await again(third, "ada+2@example.org");
  expect(await choose(plus)).toEqual([403, "trial-over"]);
  expect(await choose(await server.signedIn("eve@example.org", "eve"))).toEqual([200, undefined]);
  server.wait(365 * DAY_MS);
  await runAllSteps(sweepAccounts(server.services, Infinity));
  expect(await server.services.db.reader.selectFrom("used_trial").selectAll().execute()).toEqual([]);
});

test("PLAN_LIMITS=off allows everything", async () => {
  const { ada } = await owner({ PLAN_LIMITS: "off" });
  expect(await (await ada.get("/api/user/plan")).json()).toMatchObject({ plan: "free", maxShelves: null });
  expect((await ada.put("/api/settings", { customCss: "a{}" })).status).toBe(200);
});

test("The setup stores the answers, marks itself done, and restarts no trial when it runs again", async () => {
  const { server, ada } = await owner();
  expect(await (await ada.get("/api/onboarding-status")).json()).toEqual({ completed: false });
  const done = await ada.form("POST", "/api/complete-onboarding", {
    goal: "creator",
    trial: "true",
    plan: "premium",
    template: "dark",
    platforms: JSON.stringify(["github", "tiktok"]),
    title: "Mathematician",
    bio: "Engines",
  });
  expect([done.status, await done.json()]).toEqual([200, { completed: true }]);
  expect(await (await ada.get("/api/user/plan")).json()).toMatchObject({
    plan: "premium",
    trialEndsAt: expect.stringMatching(/^2026-03-15/) as string,
  });
  expect(await (await ada.get("/api/settings")).json()).toMatchObject({
    template: "dark",
    primaryColor: "#6366F1",
    isDarkMode: true,
    shelfBackground: "glass",
  });
  expect(await (await ada.get("/api/auth/me")).json()).toMatchObject({
    title: "Mathematician",
    bio: "Engines",
  });
  expect(await (await ada.get("/api/user/social-links")).json()).toMatchObject({
    links: [
      { platform: "github", value: "" },
      { platform: "tiktok", value: "" },
    ],
  });

  server.wait(20 * DAY_MS);
  expect(
    (await ada.form("POST", "/api/complete-onboarding", { plan: "pro", title: "Countess" })).status,
  ).toBe(200);
  expect(await (await ada.get("/api/user/plan")).json()).toMatchObject({
    plan: "free",
    trialEndsAt: expect.stringMatching(/^2026-03-15/) as string,
  });
  expect(await (await ada.get("/api/auth/me")).json()).toMatchObject({ title: "Countess", bio: "Engines" });
});

test("An empty setup counts as skipped", async () => {
  const { ada } = await owner();
  expect(await (await ada.form("POST", "/api/complete-onboarding", { trial: "false" })).json()).toEqual({
    completed: true,
  });
  expect(await (await ada.get("/api/user/plan")).json()).toMatchObject({ plan: "free", trialEndsAt: null });
});
