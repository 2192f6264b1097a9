import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, expectNoAxeFindings, test } from "#e2e/support/app-test";
import { makeShelf, syncState } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";

const SERVER = join(import.meta.dirname, "../../../sync-server/dist/main.js");

test("only the owner of a suspended page reads the reason, and can still edit", async ({
  page,
  server,
  openDevice,
  consoleWatch,
}) => {
  consoleWatch.allow(/451/);
  const shelv = (...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [SERVER, ...args], {
      env: { ...process.env, DATA_DIR: server.dataDir },
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
  };
  await signUp(page, server, { username: "ada" });
  await makeShelf(page, "Kitchen");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  shelv("suspend", "ada", "--reason", "It asks visitors for card numbers");
  const notice = page.getByText("Your page is suspended, so visitors can't see it.");
  await page.reload();
  await expect(notice).toContainText("It asks visitors for card numbers");
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoAxeFindings(page);
  await expect(syncState(page)).toHaveText("Saved everywhere");

  const visitor = await openDevice({ serviceWorkers: "allow" });
  const answer = await visitor.goto("/ada");
  expect(answer?.status()).toBe(451);
  await expect(visitor.getByRole("heading", { name: "This page is not available" })).toBeVisible();
  await expectNoAxeFindings(visitor);

  shelv("restore-page", "ada");
  expect((await visitor.reload())?.status()).toBe(200);
  await expect(visitor.getByText("Kitchen")).toBeVisible();
  await page.reload();
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await expect(notice).toBeHidden();
});
