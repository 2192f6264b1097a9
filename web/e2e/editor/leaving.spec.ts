import type { Page } from "@playwright/test";
import { expect, expectNoAxeFindings, onlineTest as test } from "#e2e/support/app-test";
import { logout, menuButton, openDashboard, openNavigation } from "#e2e/support/steps/navigation-steps";
import {
  addButton,
  openMore,
  askToDelete,
  categoryForm,
  deletionControl,
  itemRow,
  openShelf,
} from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";

const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });
const keepEditing = async (page: Page) => {
  await question(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(question(page)).toBeHidden();
};

test("a form with unsaved text asks before a link, Back or closing the tab", async ({ page, server }) => {
  await signUp(page, server, { username: "ada" });
  await page.goto("/profile");
  await page.goto("/account");
  const location = page.getByLabel("Location");
  await page.getByLabel("Display name").fill("Ada");
  await location.fill("London");

  await test.step("another tab with the same screen loses nothing, so nothing is asked", async () => {
    await page.getByRole("tab", { name: "Links" }).click();
    await page.getByRole("link", { name: "Manage Items" }).click();
    await expect(question(page)).toBeVisible();
    await expectNoAxeFindings(page);
    await keepEditing(page);
    await page.getByRole("tab", { name: "Profile" }).click();
    await expect(location).toHaveValue("London");
  });

  await test.step("the browser asks before the tab closes", async () => {
    const [asked] = await Promise.all([page.waitForEvent("dialog"), page.close({ runBeforeUnload: true })]);
    expect(asked.type()).toBe("beforeunload");
    await asked.dismiss();
  });

  await test.step('leaving through the navigation asks first, and "stay" returns the focus to where the navigation was opened', async () => {
    const menu = menuButton(page);
    const isDrawer = await menu.isVisible();
    await openNavigation(page);
    const profile = page.getByRole("link", { name: "Profile", exact: true }).locator("visible=true");
    await profile.focus();
    await page.keyboard.press("Enter");
    await expect(question(page)).toBeVisible();
    await expect(page.getByRole("dialog", { name: "Main" })).toBeHidden();
    await expect(question(page).getByRole("button", { name: "Keep editing" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question(page)).toBeHidden();
    await expect(isDrawer ? menu : profile).toBeFocused();
    await expect(location).toHaveValue("London");
  });

  await test.step("links to the owner's page ask as every other link does", async () => {
    await page.getByRole("link", { name: "Preview" }).locator("visible=true").first().click();
    await keepEditing(page);
    await openNavigation(page);
    await page
      .getByRole("link", { name: /^View the public page of/ })
      .locator("visible=true")
      .click();
    await keepEditing(page);
    await expect(location).toHaveValue("London");
  });

  await test.step("signing out asks before it does anything", async () => {
    await logout(page);
    await keepEditing(page);
    if (await menuButton(page).isVisible()) await page.keyboard.press("Escape");
  });

  await test.step("a saved form closes without a question", async () => {
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Profile updated successfully", { exact: true })).toBeVisible();
    await openDashboard(page);
    await page.waitForURL("**/dashboard");
    await page.getByRole("link", { name: "Account" }).locator("visible=true").first().click();
    await expect(location).toHaveValue("London");
  });

  await test.step("Back asks, and leaves on confirmation", async () => {
    await location.fill("Paris");
    await page.goBack();
    await keepEditing(page);
    await expect(location).toHaveValue("Paris");
    await page.goBack();
    await question(page).getByRole("button", { name: "Discard" }).click();
    await page.waitForURL("**/dashboard");
    await expect(location).toHaveCount(0);
    await page.goForward();
    await expect(location).toHaveValue("London");
  });

  await test.step("an owner who confirms going to their page is asked once", async () => {
    await location.fill("Paris");
    await page.getByRole("link", { name: "Preview" }).locator("visible=true").first().click();
    await question(page).getByRole("button", { name: "Discard" }).click();
    await page.waitForURL("**/ada");
    await expect(page.getByRole("heading", { name: "Ada", level: 1 })).toBeVisible();
    await page.goBack();
    await openNavigation(page);
    await page
      .getByRole("link", { name: /^View the public page of/ })
      .locator("visible=true")
      .click();
    await page.waitForURL("**/ada");
  });
});

test("a dialog has a history entry, and asks before it closes with unsaved text", async ({
  page,
  server,
}) => {
  await signUp(page, server, { username: "bob" });

  await test.step("Back closes the form of a new shelf", async () => {
    const form = page.getByRole("dialog", { name: "Create New Shelf" });
    await page.getByRole("button", { name: "New Shelf" }).click();
    await expect(form).toBeVisible();
    await page.goBack();
    await expect(form).toBeHidden();
    await expect(page.getByRole("button", { name: "New Shelf" })).toBeFocused();
    await page.getByRole("button", { name: "New Shelf" }).click();
    await form.getByRole("button", { name: "Create Shelf" }).click();
    await expect(form.getByLabel("Name")).toHaveAccessibleDescription("Shelf name is required");
    await expect(form.getByLabel("Name")).toBeFocused();
    await form.getByLabel("Name").fill("Books");
    await page.goBack();
    await keepEditing(page);
    await form.getByRole("button", { name: "Create Shelf" }).click();
    await expect(form).toBeHidden();
    await expect(question(page)).toBeHidden();
    await expect(page.getByRole("article", { name: "Books" })).toBeVisible();
  });

  await test.step("a held Enter key opens a dialog, and presses nothing inside it", async () => {
    const confirmation = page.getByRole("dialog", { name: 'Delete "Books"?' });
    await deletionControl(page, "Books").click();
    await page.getByRole("menuitem", { name: "Delete" }).focus();
    await page.keyboard.down("Enter");
    await expect(confirmation.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await expect(confirmation.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(confirmation).toBeHidden();
  });

  await test.step("Back closes only the question", async () => {
    const goByNavigation = async (name: string) => {
      await openNavigation(page);
      await page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link", { name, exact: true })
        .locator("visible=true")
        .click();
    };
    const confirmation = page.getByRole("dialog", { name: 'Delete "Books"?' });
    await goByNavigation("Account");
    await page.getByRole("tab", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Delete account" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Delete account" })).toBeFocused();
    await expect(page).toHaveURL(/account/);

    await goByNavigation("My Shelv");
    await askToDelete(page, "Books");
    await expect(confirmation).toBeVisible();
    await page.goBack();
    await expect(confirmation).toHaveCount(0);
    await expect(deletionControl(page, "Books")).toBeFocused();
    await page.goForward();
    await expect(page).toHaveURL(/shelves$/);
    await page.goBack();
    await expect(page).toHaveURL(/account/);
    await page.goForward();
    await expect(page.getByRole("article", { name: "Books" })).toBeVisible();
  });

  await test.step("Escape closes an empty form, and asks for a filled one, where it closes the question", async () => {
    await openShelf(page, "Books");
    const form = page.getByRole("dialog", { name: "Add New Item" });
    await addButton(page).click();
    await expect(form.getByLabel("URL")).toBeFocused();
    await form.getByLabel("URL").blur();
    await page.keyboard.press("Tab");
    await expect(form.locator(":focus")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(form).toBeHidden();

    await addButton(page).click();
    await openMore(form);
    await form.getByLabel("Title").fill("Atlas");
    await page.keyboard.press("Escape");
    await expect(question(page).getByRole("button", { name: "Keep editing" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question(page)).toBeHidden();
    await expect(form.getByLabel("Title")).toHaveValue("Atlas");
    await form.getByRole("button", { name: "Cancel" }).click();
    await question(page).getByRole("button", { name: "Discard" }).click();
    await expect(form).toBeHidden();
    await expect(question(page)).toBeHidden();
  });

  await test.step("a form opened again during its closing transition is a new form", async () => {
    const form = page.getByRole("dialog", { name: "Add New Item" });
    const add = addButton(page);
    await add.click();
    await openMore(form);
    await form.getByLabel("Title").fill("Atlas");
    await form.getByLabel("URL").fill("https://example.com/atlas");
    // A locator's click is too slow: a dialog takes a fifth of a second to close, in which the address may
    // still name it.
    await add.evaluate((link: HTMLElement) => {
      const leaving = new MutationObserver(() => {
        if (document.querySelector("[data-leaving] form") === null) return;
        leaving.disconnect();
        link.click();
      });
      leaving.observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await form.getByRole("button", { name: "Create", exact: true }).click();
    await expect(form.getByLabel("URL")).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(form).toBeHidden();
  });

  await test.step("text typed before a slow device updates the address needs no question", async () => {
    // Once the dialog has gone, closing the form takes its name out of the address.
    await expect(page).not.toHaveURL(/item=/);
    const releaseFrames = await page.evaluateHandle(() => {
      const frame = window.requestAnimationFrame;
      const callbacks: FrameRequestCallback[] = [];
      window.requestAnimationFrame = (run) => callbacks.push(run);
      return () => {
        window.requestAnimationFrame = frame;
        for (const run of callbacks) run(performance.now());
      };
    });
    const form = page.getByRole("dialog", { name: "Edit Item" });
    await itemRow(page, "Atlas").getByRole("link", { name: "Edit" }).click();
    await form.getByLabel("Title").fill("An atlas");
    expect(page.url()).not.toContain("item=");
    await releaseFrames.evaluate((release) => release());
    await page.waitForURL(/item=/);
    await expect(question(page)).toHaveCount(0);
    await form.getByRole("button", { name: "Update" }).click();
    await expect(form).toBeHidden();
    await expect(itemRow(page, "An atlas")).toBeVisible();
  });

  await test.step("Back closes the forms of shelf and category too", async () => {
    for (const [button, form] of [
      ["Edit shelf", page.getByRole("dialog", { name: "Edit shelf" })],
      ["Add a category", categoryForm(page)],
    ] as const) {
      await page.getByRole("button", { name: button }).click();
      await expect(form).toBeVisible();
      await page.goBack();
      await expect(form).toBeHidden();
    }
  });

  await test.step("a form opened while the browser goes back from a dialog stays open", async () => {
    await page.getByRole("button", { name: "Edit shelf" }).click();
    await page.getByRole("button", { name: "Add a category" }).evaluate((button: HTMLElement) => {
      const go = history.go.bind(history);
      history.go = (by) => {
        history.go = go;
        go(by);
        button.click();
      };
    });
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "Edit shelf" })).toBeHidden();
    await expect(categoryForm(page)).toBeVisible();
    await page.goBack();
    await expect(categoryForm(page)).toBeHidden();
  });

  await test.step("a closed dialog leaves no entry in the history", async () => {
    await page.goBack();
    await expect(page).toHaveURL(/\/shelves$/);
    await expect(page.getByRole("article", { name: "Books" })).toBeVisible();
  });

  await test.step("text typed for a category stays when another device deletes its shelf", async () => {
    await openShelf(page, "Books");
    await page.getByRole("button", { name: "Add a category" }).click();
    const name = categoryForm(page).getByLabel("Name");
    await name.fill("Atlases");
    const shelfId = new URL(page.url()).pathname.split("/").at(-1);
    await page.request.delete(`/api/shelves/${shelfId}`, { headers: { Origin: server.address } });
    await expect(page.getByText("This shelf isn't here")).toBeVisible();
    await expect(name).toHaveValue("Atlases");
  });
});
