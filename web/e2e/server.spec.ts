import { expect, expectNoAxeFindings, test } from "./app-test.ts";
import { signUp } from "./sign-up.ts";

test("the landing page opens without complaints", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectNoAxeFindings(page);
});

test("an account outlives a power cut of the server", async ({ page, server, consoleWatch }) => {
  consoleWatch.allow(/net::ERR_CONNECTION_REFUSED/);
  await signUp(page, server, { username: "maria" });
  await page.goto("about:blank");
  await server.kill();
  await server.restart();
  const answer = await page.request.get(`${server.address}/api/auth/me`);
  expect(await answer.json()).toMatchObject({ username: "maria" });
});
