import { expect, test } from "#e2e/support/app-test";
import { signUp } from "#e2e/support/steps/sign-up";

test("an account survives a power cut of the server", async ({ page, server, consoleWatch }) => {
  consoleWatch.allow(/net::ERR_CONNECTION_REFUSED/);
  await signUp(page, server, { username: "maria" });
  await page.goto("about:blank");
  await server.kill();
  await server.restart();
  const answer = await page.request.get(`${server.address}/api/auth/me`);
  expect(await answer.json()).toMatchObject({ username: "maria" });
});
