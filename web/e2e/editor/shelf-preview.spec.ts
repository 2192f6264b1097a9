import { expect, expectNoAxeFindings, onlineTest as test } from "#e2e/support/app-test";
import { postAsNewOwner, postShelf } from "#e2e/support/owner-request";
import { BOTH_SIZES } from "#e2e/support/tags";

test(
  "a shelf is low on a wall that goes on to the end of the screen; links show the others on their boards",
  BOTH_SIZES,
  async ({ page, server, consoleWatch, isMobile }) => {
    consoleWatch.allow(/Blocked script execution/);
    const post = await postAsNewOwner(page.request, server, { username: "wim" });
    const [first, second, third] = [
      await postShelf(post, "Kiln", 2),
      await postShelf(post, "Books", 12),
      await postShelf(post, "Radio", 1),
    ];
    await post("/api/complete-onboarding", { multipart: { goal: "creator" } });
    await page.goto(`/shelves/${first}/preview`);
    const shown = page.frameLocator("iframe");
    const others = page.getByRole("navigation", { name: "Other shelves" });
    await expect(shown.getByRole("heading", { name: "Kiln" })).toBeVisible();

    await test.step("the wall and the links fill the screen, and the rest of the wall is above the shelf", async () => {
      const frame = await page.locator("iframe").boundingBox();
      const links = await others.boundingBox();
      const bar = isMobile ? await page.getByRole("navigation", { name: "Tab bar" }).boundingBox() : null;
      const height = bar?.y ?? page.viewportSize()?.height ?? 0;
      const end = (links?.y ?? 0) + (links?.height ?? 0);
      expect(end, "the links end near the screen's end").toBeGreaterThan(height - 64);
      expect(end).toBeLessThanOrEqual(height);
      const shelf = await shown.locator(".shelv-shelf").boundingBox();
      const above = (shelf?.y ?? 0) - (frame?.y ?? 0);
      const below = (frame?.height ?? 0) - above - (shelf?.height ?? 0);
      expect(Math.abs(below - 40)).toBeLessThan(2);
      expect(above).toBeGreaterThan(below);
    });
    await test.step("each link shows the first items of its shelf", async () => {
      const boardOf = (name: string) => others.getByRole("link", { name }).locator('[class*="_thumbnail_"]');
      await expect(boardOf("Previous shelf")).toHaveCount(1);
      await expect(boardOf("Next shelf")).toHaveCount(4);
    });
    await expectNoAxeFindings(page);

    await test.step("the links go round, keep the focus, and say which shelf is shown", async () => {
      const next = others.getByRole("link", { name: "Next shelf" });
      await next.focus();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(new RegExp(`${second}/preview$`));
      await expect(shown.getByRole("heading", { name: "Books" })).toBeVisible();
      await expect(page.getByRole("status").filter({ hasText: /^Books$/ })).toHaveCount(1);
      await expect(next).toBeFocused();
      await expect(next).toContainText("Radio");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(new RegExp(`${third}/preview$`));
      await expect(next).toContainText("Kiln");
      await others.getByRole("link", { name: "Previous shelf" }).click();
      await expect(shown.getByRole("heading", { name: "Books" })).toBeVisible();
    });

    await test.step("the wall grows with a shelf that is shown whole, and is as before without", async () => {
      const frame = page.locator("iframe");
      const heightOf = async () => (await frame.boundingBox())?.height ?? 0;
      const before = await heightOf();
      await shown.getByRole("link", { name: "See all 12" }).click();
      await expect
        .poll(() => shown.locator("body").evaluate((body) => body.scrollHeight))
        .toBe(await heightOf());
      await shown.getByRole("link", { name: "Show less" }).click();
      await expect.poll(heightOf).toBe(before);
    });
  },
);
