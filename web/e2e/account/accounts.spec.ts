import type { Locator } from "@playwright/test";
import { expect, NETWORK_GONE, test } from "#e2e/support/app-test";
import { REAL_BROWSER } from "#e2e/support/data/real-browser";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { logout } from "#e2e/support/steps/navigation-steps";
import { addItem, itemRow, makeShelf, openShelf, PICTURE, syncState } from "#e2e/support/steps/shelf-steps";
import { signIn, signUp } from "#e2e/support/steps/sign-up";

test("signing out offline is immediate, and ends the session before its next use", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(...NETWORK_GONE);
  await signUp(page, server, { username: "ada" });
  await makeShelf(page, "Ada's books");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await untilAppCached(page);
  const session = (await page.context().cookies()).find(({ name }) => name === "shelv-session");

  await page.context().setOffline(true);
  await makeShelf(page, "Made offline");
  await logout(page);
  await page.getByRole("button", { name: "Keep here and sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/shelves");
  await page.waitForURL((url) => url.pathname === "/login");

  await page.context().setOffline(false);
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .not.toContain("shelv-leaving");
  const stolen = await fetch(`${server.address}/api/auth/me`, {
    headers: { Cookie: `shelv-session=${session?.value}` },
  });
  expect(stolen.status).toBe(401);

  await signUp(page, server, { username: "eve" });
  await expect(page.getByText("Create Your First Shelv")).toBeVisible();
  await logout(page);
  await page.waitForURL((url) => url.pathname === "/");
  await signIn(page, server, { email: "ada@example.com" });
  await expect(page.getByRole("article", { name: "Made offline" })).toBeVisible();
  await expect(syncState(page)).toHaveText("Saved everywhere");
});

test.describe("with answers from the test instead of the server", () => {
  // It would bypass the routes of these tests.
  test.use({ serviceWorkers: "block" });
  test.beforeEach(({ consoleWatch }) => consoleWatch.allow(/40[19]|426/, /net::ERR_FAILED/));

  test("two accounts on one device never mix, whatever cookie the browser has", async ({
    page,
    context,
    server,
  }) => {
    await signUp(page, server, { username: "ada" });
    await makeShelf(page, "Ada's");
    await expect(syncState(page)).toHaveText("Saved everywhere");
    const ofAda = await context.cookies();

    await page.getByRole("button", { name: "New Shelf" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Ada's second");
    const other = await context.newPage();
    await signUp(other, server, { username: "bob" });
    await makeShelf(other, "Bob's");
    await expect(syncState(other)).toHaveText("Saved everywhere");

    await page.getByRole("dialog").getByRole("button", { name: "Create Shelf" }).click();
    await expect(page.getByRole("article", { name: "Ada's second" })).toBeVisible();
    await expect(syncState(page)).toHaveText("Sign in to sync 1 change");
    await other.reload();
    await expect(other.getByRole("article")).toHaveCount(1);

    await other.close();
    await context.clearCookies();
    await context.addCookies(ofAda);
    await signIn(page, server, { email: "ada@example.com" });
    await expect(page.getByRole("article")).toHaveCount(2);
    await expect(syncState(page)).toHaveText("Saved everywhere");
  });

  test("a tab of the previous account requests nothing of the new one", async ({
    page,
    context,
    browser,
    server,
  }) => {
    await page.clock.install();
    await signUp(page, server, { username: "ada" });
    const visitor = await browser.newContext({ userAgent: REAL_BROWSER });
    const view = { username: "ada", eventType: "view" };
    const tracked = await visitor.request.post(`${server.address}/api/analytics/track`, { data: view });
    expect(tracked.status()).toBe(204);
    await visitor.close();
    await makeShelf(page, "Hers");
    await openShelf(page, "Hers");
    await addItem(page, { title: "Ada's mug", url: "https://example.com/mug" });
    await expect(syncState(page)).toHaveText("Saved everywhere");
    await page.goto("/dashboard");
    const herActivity = page.getByText("You added Ada's mug to shelf");
    await expect(herActivity).toBeVisible();
    await page.getByRole("button", { name: "New Shelf" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Ada's second");

    const other = await context.newPage();
    await signUp(other, server, { username: "bob" });
    await makeShelf(other, "His");
    await openShelf(other, "His");
    await addItem(other, { title: "Bob's mug", url: "https://example.com/mug" });
    await expect(syncState(other)).toHaveText("Saved everywhere");

    await page.bringToFront();
    const answered = page.waitForResponse("**/api/analytics/activities");
    await page.clock.fastForward(6 * 60_000);
    expect((await answered).status()).toBe(409);
    await page.getByRole("dialog").getByRole("button", { name: "Create Shelf" }).click();
    await expect(page.getByRole("row", { name: /Ada's second/ })).toBeVisible();
    await expect(page.getByText("Updated 6 minutes ago")).toBeVisible();
    await expect(herActivity).toBeVisible();
    await expect(page.getByText("Bob's mug")).toBeHidden();
  });

  test("a session that ended accepts edits and sends none, until its owner signs in", async ({
    page,
    context,
    server,
  }) => {
    const owner = await signUp(page, server, { username: "ada" });
    await makeShelf(page, "Books");
    await expect(syncState(page)).toHaveText("Saved everywhere");
    await context.clearCookies();
    await makeShelf(page, "After the end");
    await expect(syncState(page)).toHaveText("Sign in to sync 1 change");

    const sent: string[] = [];
    page.on("request", (request) => void sent.push(new URL(request.url()).pathname));
    await makeShelf(page, "And one more");
    await expect(syncState(page)).toHaveText("Sign in to sync 2 changes");
    expect(sent.filter((path) => path.startsWith("/api/"))).toEqual([]);

    await signIn(page, server, owner);
    await expect(syncState(page)).toHaveText("Saved everywhere");
    await page.reload();
    await expect(page.getByRole("article")).toHaveCount(3);
  });

  test("an app too old for the server offers the update, and its changes stay pending", async ({
    page,
    server,
  }) => {
    await signUp(page, server, { username: "ada" });
    await makeShelf(page, "Books");
    await expect(syncState(page)).toHaveText("Saved everywhere");
    const refusal = { code: "client-outdated", message: "Please update Shelv to keep syncing" };
    await page.route("**/api/sync", (route) => route.fulfill({ status: 426, json: refusal }));
    await makeShelf(page, "Made by an old app");
    await expect(syncState(page)).toHaveText("Update Shelv to keep syncing");
    await makeShelf(page, "And another");
    await page.unroute("**/api/sync");
    await page.getByRole("main").getByRole("button", { name: "Update Shelv to keep syncing" }).click();
    await expect(syncState(page)).toHaveText("Saved everywhere");
    await expect(page.getByRole("article")).toHaveCount(3);
  });

  test("a rejection is announced once, in the visible tab, and its row is marked", async ({
    page,
    context,
    server,
    consoleWatch,
  }) => {
    consoleWatch.allow(/415/);
    await signUp(page, server, { username: "ada" });
    await makeShelf(page, "Books");
    await expect(syncState(page)).toHaveText("Saved everywhere");
    const other = await context.newPage();
    await other.goto("/shelves");
    await expect(other.getByRole("article", { name: "Books" })).toBeVisible();
    await page.bringToFront();
    await page.route("**/api/sync", (route) => route.abort());
    await other.route("**/api/sync", (route) => route.abort());
    for (const name of ["Two", "Three"]) await makeShelf(page, name);
    const markOf = (row: Locator) => row.locator("[data-mark]").first();
    await expect(markOf(page.getByRole("article", { name: "Two" }))).toHaveAttribute("data-mark", "pending");
    const three = await page.request.post("/api/shelves", {
      headers: { Origin: server.address },
      data: { name: "Made elsewhere" },
    });
    expect(three.ok()).toBe(true);

    const toasts = await Promise.all(
      [page, other].map(async (tab) => {
        const announced: string[] = [];
        await tab.exposeFunction("hear", (text: string) => void announced.push(text));
        await tab.evaluate(() => {
          const liveRegion = (node: Node) =>
            node instanceof Element
              ? node.matches("[role=region] li")
                ? node
                : node.querySelector("[role=region] li")
              : null;
          new MutationObserver((records) => {
            for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
              const text = liveRegion(node)?.textContent ?? "";
              if (text.includes("Failed"))
                (globalThis as unknown as { hear: (text: string) => void }).hear(text);
            }
          }).observe(document.body, { childList: true, subtree: true });
        });
        return announced;
      }),
    );
    await page.unroute("**/api/sync");
    await other.unroute("**/api/sync");
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(syncState(page)).toHaveText("1 needs attention");
    await expect
      .poll(() => toasts.flat())
      .toEqual([expect.stringContaining("Failed to create shelf: The Free plan has room for 3 shelves")]);
    await page.reload();
    await expect(syncState(page)).toHaveText("1 needs attention");
    await expect(page.getByText("Failed to create shelf")).toHaveCount(0);

    await other.close();
    await page.goto("/unsaved");
    for (const clipboard of ["none", "one"]) {
      await page.evaluate((isThere) => {
        const writeText = async (text: string) => void Object.assign(globalThis, { copied: text });
        Object.defineProperty(navigator, "clipboard", {
          configurable: true,
          value: isThere ? { writeText } : undefined,
        });
      }, clipboard === "one");
      await page.getByRole("button", { name: "Copy" }).click();
      await expect(
        page.getByText(clipboard === "one" ? "Copied" : "Your browser didn't allow copying", { exact: true }),
      ).toBeVisible();
      if (clipboard === "one") continue;
      const byHand = await page.evaluate(() => String(getSelection()));
      expect(byHand, "the text is selected for copying by hand").toContain("Three");
      expect(byHand).not.toContain("Discard");
    }
    expect(await page.evaluate(() => Reflect.get(globalThis, "copied") as string)).toBe(
      "New shelf: Three\nName: Three\nEmoji: 📚",
    );
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.getByRole("heading", { name: "Nothing waiting" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Nothing waiting" })).toBeVisible();
    await expect(syncState(page)).toHaveText("Saved everywhere");

    await page.goto("/shelves");
    await expect(page.getByRole("article", { name: "Two" })).toBeVisible();
    await expect(page.locator("[data-mark]")).toHaveCount(0);
    await openShelf(page, "Two");
    await addItem(page, { title: "Mug", url: "https://example.com/mug" });
    await expect(syncState(page)).toHaveText("Saved everywhere");
    await page.route("**/api/blobs/*", (route) =>
      route.fulfill({
        status: 415,
        json: { code: "wrong-media-type", message: "Please upload a JPEG, PNG, GIF, or WebP image" },
      }),
    );
    await itemRow(page, "Mug").getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Take or choose a photo").setInputFiles(PICTURE);
    await expect(page.getByRole("button", { name: "Remove picture" })).toBeVisible();
    await page.getByRole("button", { name: "Update", exact: true }).click();
    await expect(
      page.getByText("Failed to update item: Please upload a JPEG, PNG, GIF, or WebP image", { exact: true }),
    ).toBeVisible();
    await expect(markOf(itemRow(page, "Mug"))).toHaveAttribute("data-mark", "rejected");
    await expect(syncState(page)).toHaveText("1 needs attention");
  });
});

test("screen readers announce a new sync phase once, and not each change", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(...NETWORK_GONE);
  await page.clock.install();
  await signUp(page, server, { username: "ada" });
  await makeShelf(page, "Books");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await page.clock.runFor(2000);
  const said: string[] = [];
  await page.exposeFunction("hear", (text: string) => void said.push(text));
  await page.evaluate(() => {
    for (const region of document.querySelectorAll("output")) {
      new MutationObserver(() => {
        const text = region.textContent;
        if (/Saved|waiting/.test(text))
          (globalThis as unknown as { hear: (text: string) => void }).hear(text);
      }).observe(region, { childList: true, subtree: true, characterData: true });
    }
  });
  await page.context().setOffline(true);
  await makeShelf(page, "Two");
  await expect.poll(() => said).toEqual([expect.stringMatching(/^Offline/)]);
  await makeShelf(page, "Three");
  await page.clock.runFor(2500);
  expect(said).toHaveLength(1);
  await page.context().setOffline(false);
  await expect.poll(() => said.at(-1), { timeout: 30_000 }).toBe("Saved everywhere");
  expect(said).toHaveLength(2);
});
