import { expect, expectNoAxeFindings, onlineTest as test } from "#e2e/support/app-test";
import { postAs } from "#e2e/support/owner-request";
import { signUp } from "#e2e/support/steps/sign-up";

test("the plan's limits are known before a form opens, and lead to the plans", async ({ page, server }) => {
  await signUp(page, server, { username: "lia" });
  const post = postAs(page.request, server.address);
  for (const name of ["One", "Two", "Three"]) await post("/api/shelves", { data: { name } });
  const limit = page.getByRole("dialog", { name: "The Free plan has room for 3 shelves" });
  const plans = page.getByRole("region", { name: "Plan" }).locator("summary");
  await expect(page.getByRole("article", { name: "Three" })).toBeVisible();

  await page.getByRole("button", { name: "New Shelf" }).click();
  await expect(limit.getByText("A paid plan has room for as many as you like.")).toBeVisible();
  await expect(limit.getByText("Unlimited shelves")).toBeVisible();
  await expect(limit.locator(".shelv-caption"), "the owner's shelves").toHaveText(["One", "Two", "Three"]);
  const edge = async (part: string) => (await limit.locator(part).boundingBox()) ?? { x: 0, width: 0 };
  const board = await edge(".shelv-board");
  expect(board.x + board.width, "the next place has no board").toBeLessThan(
    (await edge("[class*=_next_]")).x,
  );
  await expectNoAxeFindings(page);
  await limit.getByRole("button", { name: "Close" }).last().click();
  await expect(limit).toBeHidden();
  await expect(page).toHaveURL(/\/shelves$/);
  await page.goto("/dashboard?shelf=new");
  await limit.getByRole("link", { name: "See plans" }).click();
  await expect(plans).toBeFocused();
  await expect(plans).toBeInViewport();

  await page.goto("/appearance?tab=styling");
  const lock = page.getByRole("tabpanel", { name: "Styling" });
  await expect(lock.getByText("Custom CSS and fonts are part of the Pro plan")).toBeVisible();
  await lock.getByRole("link", { name: "See plans" }).click();
  await expect(plans).toBeFocused();
  await page.getByRole("button", { name: "Start Pro trial" }).click();
  await expect(page.getByText("You're on the Pro plan now", { exact: true })).toBeVisible();

  await page.goto("/shelves");
  await page.getByRole("button", { name: "New Shelf" }).click();
  await expect(page.getByRole("dialog", { name: "Create New Shelf" })).toBeVisible();
});

test("what the owner does is edited in Account too", async ({ page, server }) => {
  await signUp(page, server, { username: "lia" });
  await page.goto("/account");
  await page.getByLabel("Display name").fill("Lia");
  await page.getByLabel("What do you do?").fill("Potter in Leiden");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Profile updated successfully", { exact: true })).toBeVisible();
  await page.getByRole("main").locator("header").getByRole("link", { name: "Preview" }).click();
  await expect(page.getByText("Potter in Leiden")).toBeVisible();
  await test.step("from the own page a link leads back to the screen that opened it", async () => {
    await page.getByRole("link", { name: "Back to editing" }).click();
    await expect(page).toHaveURL(/\/account$/);
    await page.goto("/lia");
    await expect(page.getByRole("link", { name: "Back to editing" })).toHaveAttribute("href", "/shelves");
  });
});
