import { expect, test } from "./app-test.ts";
import { signUp } from "./sign-up.ts";

test("an account outlives a power cut of the server", async ({ page, server, consoleWatch }) => {
  consoleWatch.allow(/net::ERR_CONNECTION_REFUSED/);
  await signUp(page, server, { username: "maria" });
  await page.goto("about:blank");
  await server.kill();
  await server.restart();
  const answer = await page.request.get(`${server.address}/api/auth/me`);
  expect(await answer.json()).toMatchObject({ username: "maria" });
});
