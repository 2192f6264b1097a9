import { expect, onlineTest as test } from "#e2e/support/app-test";
import { holdRequests } from "#e2e/support/network/hold-requests";
import { postAsNewOwner, postForId } from "#e2e/support/owner-request";
import { PICTURE } from "#e2e/support/steps/shelf-steps";
import { BOTH_SIZES } from "#e2e/support/tags";

test("My Shelv has its pictures in each frame once they are there", BOTH_SIZES, async ({ page, server }) => {
  const post = await postAsNewOwner(page.request, server, { username: "wim" });
  const id = await postForId(post, "/api/shelves", { data: { name: "Kiln" } });
  for (const title of ["Mug", "Vase", "Planter"])
    await post(`/api/shelves/${id}/items`, {
      multipart: { title, url: "https://example.com/", image: PICTURE },
    });
  await post("/api/complete-onboarding", { multipart: { goal: "creator" } });
  const release = await holdRequests(page, /sortable-shelves-[^/]*\.js/);
  await page.goto("/shelves");
  const shelf = page.getByRole("article", { name: "Kiln" });
  await expect(shelf.locator(".shelv-picture:visible")).toHaveCount(3);
  await expect(shelf.getByRole("button", { name: /^Move/ })).toHaveCount(0);
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    const watch = () => {
      const shown = [...document.querySelectorAll<HTMLImageElement>("article .shelv-picture")].filter(
        (image) => image.naturalWidth > 0 && image.checkVisibility({ visibilityProperty: true }),
      );
      frames.push(shown.length);
      requestAnimationFrame(watch);
    };
    watch();
  });
  release();
  await expect(shelf.getByRole("button", { name: /^Move/ })).toBeVisible();
  const countFrames = () => (window as unknown as { frames: number[] }).frames.length;
  const before = await page.evaluate(countFrames);
  await expect.poll(() => page.evaluate(countFrames)).toBeGreaterThan(before + 20);
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  expect(new Set(frames)).toEqual(new Set([3]));
});
