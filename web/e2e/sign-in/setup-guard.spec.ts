import { expect, expectNoAxeFindings, NETWORK_GONE, onlineTest as test } from "#e2e/support/app-test";
import { postAs, postCode } from "#e2e/support/owner-request";
import { press, step } from "#e2e/support/steps/setup-steps";
import { syncState } from "#e2e/support/steps/shelf-steps";
import { completeSetup, register, signIn, signUp } from "#e2e/support/steps/sign-up";

test("a completed setup stays completed when the device reads it late", async ({ page, server }) => {
  await register(page, server, { username: "fia" });
  await page.goto("/onboarding/profile-setup");
  await expect(page.getByLabel("Bio")).toBeVisible();
  await page.evaluate((heldMs) => {
    const original: IDBObjectStore["get"] = Reflect.get(IDBObjectStore.prototype, "get");
    IDBObjectStore.prototype.get = function get(this: IDBObjectStore, key) {
      const asking = original.call(this, key);
      if (key !== "onboarding" || this.transaction.mode !== "readonly") return asking;
      Object.defineProperty(asking, "onsuccess", {
        set(listener: (event: Event) => void) {
          asking.addEventListener("success", (event) => setTimeout(() => listener(event), heldMs));
        },
      });
      return asking;
    };
  }, 3000);
  await press(page, "Skip");
  await expect(page.getByText("Welcome to Shelv!", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Complete Setup Guide" })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("an owner in the editor stays there when the server rejects the setup later", async ({
  page,
  server,
}) => {
  await register(page, server, { username: "gwen" });
  await page.goto("/onboarding/profile-setup");
  await page.route("**/api/sync", (route) =>
    route.continue({
      postData: (route.request().postData() ?? "").replace('"answers":{}', '"answers":{"goal":"fame"}'),
    }),
  );
  await press(page, "Skip");
  await expect(syncState(page)).toHaveText("1 needs attention");
  await page
    .getByRole("navigation")
    .first()
    .evaluate((around) => Object.assign(globalThis, { around }));
  await page.getByRole("main").getByRole("link", { name: "1 needs attention" }).click();
  await expect(page.getByRole("main").getByRole("article").filter({ hasText: "Your setup" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  expect(
    await page.evaluate(() => (Reflect.get(globalThis, "around") as Element).isConnected),
    "the frame around the screens stays",
  ).toBe(true);
  await page.reload();
  await step(page, "goal-selection");
});

test("a setup in place of a screen gives way when another device has completed it, but not once it has an answer", async ({
  page,
  server,
  openDevice,
  consoleWatch,
}) => {
  consoleWatch.allow(...NETWORK_GONE);
  const owner = await register(page, server, { username: "hedy" });
  const laptop = await openDevice();
  await postCode(postAs(laptop.request, server.address), server, owner.email);
  await laptop.goto("/dashboard");
  await step(laptop, "goal-selection");
  for (const device of [page, laptop]) {
    await device.route("**/api/sync**", (route) => route.abort());
    await device.goto("about:blank");
  }
  await completeSetup(page, server.address);
  for (const device of [page, laptop]) {
    await device.goto("/items?shelf=all");
    await step(device, "goal-selection");
  }
  await laptop.getByRole("radio", { name: "Business" }).check();
  for (const device of [page, laptop]) {
    await device.unroute("**/api/sync**");
    const synced = device.waitForResponse("**/api/sync");
    await device.evaluate(() => dispatchEvent(new Event("focus")));
    await synced;
  }
  await expect(page.getByRole("heading", { name: "Links & Items" })).toBeVisible();
  await expect(page).toHaveURL(/\/items\?shelf=all$/);
  await press(laptop, "Continue");
  await step(laptop, "trial-offer");
});

test("signed-in screens redirect to sign-in, or to the setup that is not completed", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(/401 \(Unauthorized\)/);
  for (const path of ["/shelves", "/onboarding/trial-offer"]) {
    await page.goto(path);
    await page.waitForURL((url) => url.pathname === "/login" && url.searchParams.get("next") === path);
  }
  await register(page, server, { username: "dora" });
  for (const path of ["/shelves"]) {
    await page.goto(path);
    await page.waitForURL("**/onboarding/goal-selection");
  }
  await page.goto("/onboarding/nothing");
  await expect(page.getByText("No Shelv found here")).toBeVisible();
});

test("a browser that lost its data but not its session needs no sign-in", async ({
  page,
  server,
  openDevice,
}) => {
  await signUp(page, server, { username: "dina" });
  const emptied = await openDevice();
  await emptied.context().addCookies(await page.context().cookies());
  await emptied.goto("/items");
  await expect(emptied.getByRole("heading", { name: "Links & Items" })).toBeVisible();
  await expect(emptied).toHaveURL(/\/items$/);
});

test("a new device without its account's data says why, and continues when it can", async ({
  page,
  server,
  openDevice,
  consoleWatch,
}) => {
  consoleWatch.allow(
    ...NETWORK_GONE,
    /Service Worker/,
    /500 \(Internal Server Error\)/,
    /426 \(Upgrade Required\)/,
  );
  const owner = await signUp(page, server, { username: "emil" });
  const laptop = await openDevice();
  let isPressed = false;
  let answer: "trouble" | "outdated" | "none" = "trouble";
  await laptop.route("**/api/sync", (route) => {
    if (isPressed) return route.continue();
    if (answer === "none") return route.abort();
    return answer === "trouble"
      ? route.fulfill({ status: 500 })
      : route.fulfill({ status: 426, json: { code: "client-outdated", message: "" } });
  });
  await laptop.exposeFunction("notePress", () => (isPressed = true));
  await laptop.addInitScript(() => {
    const original: (name: string) => IDBObjectStore = Reflect.get(IDBTransaction.prototype, "objectStore");
    IDBTransaction.prototype.objectStore = function objectStore(store) {
      if (
        this.mode !== "readwrite" ||
        !this.db.name.startsWith("shelv-0") ||
        Reflect.has(globalThis, "hasRoom")
      )
        return original.call(this, store);
      throw new DOMException("Encountered full disk while committing transaction.", "QuotaExceededError");
    };
  });
  const logout = laptop.getByRole("button", { name: "Logout" });
  await signIn(laptop, server, owner);
  await expect(laptop.getByRole("heading", { name: "This device is full" })).toBeVisible();
  await expect(logout).toBeVisible();
  await expectNoAxeFindings(laptop);
  await laptop.evaluate(() => Object.assign(globalThis, { hasRoom: true }));
  await laptop.getByRole("button", { name: "Try again" }).click();
  await expect(laptop.getByRole("heading", { name: "The server isn't answering properly" })).toBeVisible();
  await expect(logout).toBeVisible();
  answer = "outdated";
  await laptop.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(laptop.getByRole("heading", { name: "Update Shelv to keep syncing" })).toBeVisible();
  await expect(laptop.getByRole("button", { name: "Update now" })).toBeVisible();
  await expect(logout).toBeVisible();
  answer = "none";
  await laptop.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(laptop.getByText("You're offline", { exact: true })).toBeVisible();
  expect(new URL(laptop.url()).pathname).not.toContain("onboarding");
  await laptop.evaluate(() =>
    addEventListener("click", () => (globalThis as unknown as { notePress(): void }).notePress(), {
      capture: true,
    }),
  );
  await laptop.getByRole("button", { name: "Try again" }).click();
  await expect(syncState(laptop)).toHaveText("Saved everywhere");
});
