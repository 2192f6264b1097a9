import { expect, expectNoAxeFindings } from "#e2e/support/app-test";
import { linkedSiteTest as test } from "#e2e/support/linked-site-test";
import { bowlPicture } from "#e2e/support/data/product-picture";
import { addButton, makeShelf, openMore, openShelf, savedEverywhere } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";
import type { Locator, Page } from "@playwright/test";

const form = (page: Page) => page.getByRole("dialog", { name: "Add New Item" });
const create = (page: Page) => form(page).getByRole("button", { name: "Create", exact: true });

function countTaps(): { tap: (target: Locator) => Promise<void>; taps: () => number } {
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  return { tap, taps: () => taps };
}

test("a pasted link is on the public page after three taps, a photo without its background after four", async ({
  page,
  browser,
  server,
  site,
  consoleWatch,
}) => {
  test.slow();
  // The site has no icon, and the form may close before that is known.
  consoleWatch.allow(/404.*api.blobs/, /400.*link-details.picture/);
  await signUp(page, server, { username: "adda" });
  await makeShelf(page, "Kiln");
  await openShelf(page, "Kiln");
  const add = addButton(page);

  await test.step("a form begins with a link and a photo, and More has the rest", async () => {
    await add.click();
    await expect(form(page).getByPlaceholder("Paste a link")).toBeFocused();
    await expect(form(page).getByRole("button", { name: "Take or choose a photo" })).toBeVisible();
    for (const field of ["Title", "Price", "Description", "Shelf", "Note"])
      await expect(form(page).getByLabel(field)).toHaveCount(0);
    await expectNoAxeFindings(page);
    await create(page).click();
    await expect(form(page).getByLabel("Title")).toBeFocused();
    await expect(form(page).getByLabel("Title")).toHaveAccessibleDescription("Title is required");
    await openMore(form(page));
    for (const field of ["Price", "Description", "Note"])
      await expect(form(page).getByLabel(field)).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(form(page).getByLabel("Title")).toBeFocused();
    await expectNoAxeFindings(page);
    await page.keyboard.press("Escape");
    await expect(form(page)).toBeHidden();
  });

  await test.step("a pasted link, whose page says nothing of its title", async () => {
    const url = site.put("/speckled-stoneware-mug", { title: "", description: "Made of clay." });
    await page.evaluate((text) => navigator.clipboard.writeText(text), url);
    const { tap, taps } = countTaps();
    await tap(add);
    await tap(form(page).getByRole("button", { name: "Paste", exact: true }));
    await expect(form(page).getByLabel("Title")).toHaveValue("Speckled stoneware mug");
    await expect(form(page).getByLabel("Title")).toHaveAccessibleDescription("From the address");
    await tap(create(page));
    expect(taps()).toBeLessThanOrEqual(3);
    await expect(form(page)).toBeHidden();
  });

  await test.step("a photo: its title is asked for, and takes the focus", async () => {
    const bowl = await bowlPicture(browser);
    const { tap, taps } = countTaps();
    await tap(add);
    const chooser = page.waitForEvent("filechooser");
    await tap(form(page).getByRole("button", { name: "Take or choose a photo" }));
    await (await chooser).setFiles(bowl);
    const inTheSystemsSheet = 1;
    await expect(form(page).getByLabel("Title")).toBeFocused();
    await page.keyboard.type("Clay bowl");
    await tap(create(page));
    expect(taps() + inTheSystemsSheet).toBeLessThanOrEqual(4);
    await expect(form(page)).toBeHidden();
  });

  await savedEverywhere(page);
  const items = async () =>
    (await (await page.request.get("/api/items")).json()) as {
      title: string;
      transparentImageUrl: string | null;
    }[];
  const cutOut = async () => (await items()).find(({ title }) => title === "Clay bowl")?.transparentImageUrl;
  await expect.poll(cutOut, { timeout: 60_000 }).toMatch(/[0-9a-f]{64}/);
  const visitor = await browser.newPage({ baseURL: server.address });
  await visitor.goto("/adda");
  await expect(visitor.getByText("Speckled stoneware mug")).toBeVisible();
  await expect(visitor.getByText("Clay bowl")).toBeVisible();
  await visitor.close();
});
