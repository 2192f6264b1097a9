import type { Page } from "@playwright/test";
import { expect, expectNoAxeFindings, test } from "#e2e/support/app-test";
import { ALWAYS, failWrites, FULL, LOST, NO_ROOM } from "#e2e/support/page/fail-writes";
import { logout } from "#e2e/support/steps/navigation-steps";
import {
  addButton,
  openMore,
  addItem,
  dismissToast,
  itemRow,
  makeShelf,
  moveByKeyboard,
  openShelf,
  PICTURE,
  syncState,
} from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";

const GOES_OFFLINE = [/net::ERR_/, /EventSource/];

async function holdStore(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(async () => {
    const name =
      (await indexedDB.databases())
        .map((database) => database.name ?? "")
        .find((known) => known.startsWith("shelv-0")) ?? "";
    const opening = indexedDB.open(name);
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const [...stores] = opening.result.objectStoreNames;
    const tx = opening.result.transaction(stores, "readwrite");
    Object.assign(globalThis, { isHeld: true });
    const goOn = () => {
      if ((globalThis as unknown as { isHeld: boolean }).isHeld)
        tx.objectStore(stores[0] ?? "").count().onsuccess = goOn;
      else opening.result.close();
    };
    goOn();
  });
  return () => page.evaluate(() => void Object.assign(globalThis, { isHeld: false }));
}

function openNoAccount() {
  const original: IDBFactory["open"] = Reflect.get(IDBFactory.prototype, "open");
  IDBFactory.prototype.open = function open(name, version) {
    if (sessionStorage.getItem("isBroken") === null || !name.startsWith("shelv-0"))
      return original.call(this, name, version);
    throw new DOMException("Internal error opening backing store for indexedDB.open.", "UnknownError");
  };
}

async function fillShelf(page: Page, name: string) {
  await page.getByRole("button", { name: "New Shelf" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  return { dialog, create: dialog.getByRole("button", { name: "Create Shelf" }) };
}

test.describe("a browser without IndexedDB", () => {
  test.use({ serviceWorkers: "block" });
  const WITHOUT: [string, () => void][] = [
    ["has none", () => Object.defineProperty(globalThis, "indexedDB", { value: undefined })],
    [
      "forbids it",
      () =>
        Object.defineProperty(IDBFactory.prototype, "open", {
          value: () => {
            throw new DOMException(
              "A mutation operation was attempted on a database that did not allow mutations.",
              "InvalidStateError",
            );
          },
        }),
    ],
    [
      "never answers",
      () => Object.defineProperty(IDBFactory.prototype, "open", { value: () => new EventTarget() }),
    ],
  ];

  for (const [what, takeAway] of WITHOUT) {
    test(`runs the app in memory and says that it stores nothing: it ${what}`, async ({
      page,
      server,
      consoleWatch,
    }) => {
      consoleWatch.allow(/401/, /500 \(Internal Server Error\)/, /SessionUnknown/, ...GOES_OFFLINE);
      await page.addInitScript(takeAway);
      await signUp(page, server, { username: "ines" });
      await expect(page.getByText("This browser saves nothing:")).toBeVisible();
      await makeShelf(page, "From memory");
      await expect(syncState(page)).toHaveText("Saved everywhere");
      await expectNoAxeFindings(page);

      await page.context().setOffline(true);
      await makeShelf(page, "Only here");
      await expect(syncState(page)).toHaveText("Offline (1 waiting), only in this tab");
      const asked = new Promise<string>((resolve) => {
        page.once("dialog", (dialog) => {
          resolve(dialog.type());
          void dialog.dismiss();
        });
      });
      await page.close({ runBeforeUnload: true });
      expect(await asked).toBe("beforeunload");

      await page.context().setOffline(false);
      await expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 30_000 });
      await page.route("**/api/auth/me", (route) => route.fulfill({ status: 500 }));
      await page.reload();
      await expect(page.getByRole("heading", { name: "The server isn't answering properly" })).toBeVisible();
      await expectNoAxeFindings(page);
      await page.unroute("**/api/auth/me");
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByRole("article", { name: "Only here" })).toBeVisible();

      await page.route("**/api/sync", (route) => route.abort());
      await makeShelf(page, "Let go");
      await logout(page);
      await expect(page.getByRole("button", { name: "Send now, then sign out" })).toBeVisible();
      await expect(page.getByRole("button", { name: "Keep here and sign out" })).toBeHidden();
      await page.getByRole("button", { name: "Discard and sign out" }).click();
      await page.waitForURL((url) => url.pathname === "/");
    });
  }
});

test("a lost edit is retried; one that cannot be stored stays in its form", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(/Dexie: Workaround for Chrome/);
  await signUp(page, server, { username: "lotte" });
  await makeShelf(page, "Books");
  await expect(syncState(page)).toHaveText("Saved everywhere");

  const { dialog, create } = await fillShelf(page, "Typed with care");
  await failWrites(page, ALWAYS);
  await create.click();
  await expect(page.getByText(`Failed to create shelf: ${LOST}`, { exact: true })).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("Typed with care");
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(syncState(page)).toHaveText("This browser's storage doesn't answer. Trying again");
  await failWrites(page, 0);
  await create.click();
  await expect(page.getByRole("article", { name: "Typed with care" })).toBeVisible();
  await expect(syncState(page)).toHaveText("Saved everywhere");

  await failWrites(page, 1);
  await makeShelf(page, "At the second try");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await expect(page.getByRole("article", { name: "At the second try" })).toHaveCount(1);

  await failWrites(page, ALWAYS);
  await moveByKeyboard(page, "At the second try", { key: "ArrowUp", toPlace: 2 });
  await expect(page.getByText(`Failed to reorder shelves: ${LOST}`, { exact: true })).toBeVisible();
  await expect(page.getByRole("article").getByRole("heading")).toHaveText([
    /Books/,
    /Typed with care/,
    /At the second try/,
  ]);
  await failWrites(page, 0);

  await page.addInitScript(openNoAccount);
  await page.evaluate(() => sessionStorage.setItem("isBroken", ""));
  await page.reload();
  const isSilent = () =>
    expect(page.getByRole("heading", { name: "This browser's storage doesn't answer" })).toBeVisible();
  await isSilent();
  await page.evaluate(() => history.pushState(null, "", "/lotte"));
  await expect(page.getByRole("link", { name: "Account" })).toHaveCount(0);
  await isSilent();
  await page.goBack();
  await isSilent();
  await page.evaluate(() => sessionStorage.removeItem("isBroken"));
  await expect(page.getByRole("article", { name: "At the second try" })).toBeVisible();
});

test("a full device says what to do, and saves the typed text when there is room", async ({
  page,
  server,
}) => {
  await signUp(page, server, { username: "quinn" });
  await makeShelf(page, "Books");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const { dialog, create } = await fillShelf(page, "No room for this");
  await dialog.getByLabel("Description").fill("Every word of it");
  await failWrites(page, ALWAYS, NO_ROOM);
  await create.click();
  await expect(page.getByText(`Failed to create shelf: ${FULL}`, { exact: true })).toBeVisible();
  await expect(dialog.getByLabel("Description")).toHaveValue("Every word of it");
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(syncState(page)).toHaveText("This device is full. Free up some space to continue");
  await failWrites(page, 0);
  await create.click();
  await expect(page.getByRole("article", { name: "No room for this" })).toBeVisible();
  await dismissToast(page);

  await openShelf(page, "No room for this");
  await addButton(page).click();
  const item = page.getByRole("dialog", { name: "Add New Item" });
  await openMore(item);
  await item.getByLabel("Title").fill("Mug");
  await item.getByLabel("URL").fill("https://example.com/mug");
  await item.getByLabel("Take or choose a photo").setInputFiles(PICTURE);
  await expect(item.getByRole("button", { name: "Remove picture" })).toBeVisible();
  const createItem = item.getByRole("button", { name: "Create", exact: true });
  await failWrites(page, ALWAYS, NO_ROOM);
  await createItem.press("Enter");
  await expect(page.getByText(`Failed to create item: ${FULL}`, { exact: true })).toBeVisible();
  await expect(createItem).toBeFocused();
  await expect(item.getByLabel("Title")).toHaveValue("Mug");
  await expect(item.getByRole("button", { name: "Remove picture" })).toBeVisible();
  await failWrites(page, 0);
  await createItem.click();
  await expect(item).toBeHidden();
  await expect(itemRow(page, "Mug").locator("img")).toBeVisible();
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const items = (await (await page.request.get("/api/items")).json()) as {
    title: string;
    imageUrl: string | null;
  }[];
  expect(items).toMatchObject([{ title: "Mug", imageUrl: expect.stringMatching(/[0-9a-f]{64}/) }]);
});

test.describe("a quota that the browser enforces", () => {
  test.use({ serviceWorkers: "block" });

  test("is reported, and what did not fit is saved and synced when there is room", async ({
    page,
    server,
  }) => {
    const client = await page.context().newCDPSession(page);
    const setQuota = (quotaSize: number) =>
      client.send("Storage.overrideQuotaForOrigin", { origin: server.address, quotaSize });
    await setQuota(2_000_000);
    await signUp(page, server, { username: "vera" });
    await makeShelf(page, "Books");
    await expect(syncState(page)).toHaveText("Saved everywhere");
    const { dialog, create } = await fillShelf(page, "Beyond the quota");
    await page.evaluate(useUpQuota);
    await create.click();
    await expect(page.getByText(`Failed to create shelf: ${FULL}`, { exact: true })).toBeVisible();
    await expect(dialog.getByLabel("Name")).toHaveValue("Beyond the quota");
    await page.request.post("/api/shelves", {
      headers: { Origin: server.address },
      data: { name: "From elsewhere" },
    });
    await expect(syncState(page)).toHaveText("This device is full. Free up some space to continue");
    await setQuota(4_000_000);
    await create.click();
    await expect(page.getByRole("article", { name: "Beyond the quota" })).toBeVisible();
    await expect(page.getByRole("article", { name: "From elsewhere" })).toBeVisible();
    await expect(syncState(page)).toHaveText("Saved everywhere");
  });
});

/** In the page: fills another database until a few bytes do not fit. */
async function useUpQuota() {
  const opening = indexedDB.open("filler");
  opening.addEventListener("upgradeneeded", () =>
    opening.result.createObjectStore("bytes", { autoIncrement: true }),
  );
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const fits = (size: number) =>
    new Promise<boolean>((resolve) => {
      const tx = opening.result.transaction("bytes", "readwrite");
      tx.objectStore("bytes").add(crypto.getRandomValues(new Uint8Array(size)));
      tx.addEventListener("complete", () => resolve(true));
      tx.addEventListener("abort", () => resolve(false));
    });
  for (const size of [50_000, 5000, 500, 50, 5]) while (await fits(size));
  opening.result.close();
}

test("a slow store is waited for, and a form submitted twice is saved once", async ({ page, server }) => {
  await signUp(page, server, { username: "otto" });
  await makeShelf(page, "Books");
  await openShelf(page, "Books");
  await addButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Add New Item" });
  await dialog.getByLabel("URL").fill("https://example.com/slow");
  await dialog.getByLabel("Title").fill("Slow");
  const release = await holdStore(page);
  await dialog
    .locator("form")
    .evaluate((form: HTMLFormElement) => [form, form].forEach((one) => one.requestSubmit()));
  const busy = dialog.getByRole("button", { name: "Creating..." });
  await expect(busy).toHaveAttribute("aria-disabled", "true");
  await dialog.getByLabel("Title").press("Enter");
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(question).toBeVisible();
  await release();
  await expect(question).toBeHidden();
  await expect(dialog).toBeHidden();
  await expect(itemRow(page, "Slow")).toHaveCount(1);

  await addButton(page).click();
  await dialog.getByLabel("URL").fill("https://example.com/quick");
  await dialog.getByLabel("Title").fill("Quick");
  await dialog.locator("form").evaluate(async (form: HTMLFormElement) => {
    form.requestSubmit();
    while (!form.closest("[data-leaving]")) await new Promise(requestAnimationFrame);
    form.requestSubmit();
    form.querySelector<HTMLButtonElement>("[type=submit]")?.click();
  });
  await expect(dialog).toBeHidden();
  await expect(itemRow(page, "Quick")).toHaveCount(1);
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const titles = ((await (await page.request.get("/api/items")).json()) as { title: string }[]).map(
    ({ title }) => title,
  );
  expect(titles.toSorted()).toEqual(["Quick", "Slow"]);

  await test.step("text typed while a form that stays open is saved is not lost", async () => {
    await page.goto("/account");
    await expect(page.getByLabel("Display name")).toBeVisible();
    const releaseSecond = await holdStore(page);
    await page.getByLabel("Display name").fill("Otto");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByLabel("Bio").fill("Typed meanwhile");
    await releaseSecond();
    await expect(page.getByText("Profile updated successfully", { exact: true })).toBeVisible();
    await expect(page.getByLabel("Display name")).toHaveValue("Otto");
    await expect(page.getByLabel("Bio")).toHaveValue("Typed meanwhile");
    await expect(page.getByRole("button", { name: "Save Changes" })).not.toHaveAttribute("aria-disabled");
  });
});

test("an unsent change survives storage that is cleared under an open tab, and the header counts it", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(/Need to reopen db/, /net::ERR_/);
  await signUp(page, server, { username: "ines" });
  await makeShelf(page, "Books");
  await openShelf(page, "Books");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  // Also the service worker's, which would send the change.
  await page.context().route("**/api/sync", (route) => route.abort());
  await addItem(page, { title: "Atlas", url: "https://example.com/atlas" });
  await expect(syncState(page)).toHaveText(/1 waiting/);
  const client = await page.context().newCDPSession(page);
  await client.send("Storage.clearDataForOrigin", { origin: server.address, storageTypes: "indexeddb" });
  const claims: string[] = [];
  await page.exposeFunction("noteClaim", (text: string) => void claims.push(text));
  await syncState(page).evaluate((element) => {
    const note = (globalThis as unknown as { noteClaim: (text: string) => void }).noteClaim;
    new MutationObserver(() => note(element.textContent)).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(syncState(page)).toHaveText(/1 waiting/);
  expect(claims.filter((claim) => claim.includes("Saved everywhere"))).toEqual([]);
  await page.context().unroute("**/api/sync");
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(itemRow(page, "Atlas")).toBeVisible();
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const stored = (await (await page.request.get("/api/items")).json()) as { title: string }[];
  expect(stored.map(({ title }) => title)).toEqual(["Atlas"]);
});

test("an open tab survives cleared storage", async ({ page, server, consoleWatch }) => {
  consoleWatch.allow(/Need to reopen db/);
  await signUp(page, server, { username: "evi" });
  await makeShelf(page, "Books");
  await openShelf(page, "Books");
  await addItem(page, { title: "Atlas", url: "https://example.com/atlas" });
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await addButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Add New Item" });
  await openMore(dialog);
  await dialog.getByLabel("Title").fill("Afterwards");
  await dialog.getByLabel("URL").fill("https://example.com/afterwards");
  const client = await page.context().newCDPSession(page);
  let fillAgain = (): void => undefined;
  const held = new Promise<void>((resolve) => (fillAgain = resolve));
  await page.route("**/api/sync", async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest("**/api/sync");
  await client.send("Storage.clearDataForOrigin", { origin: server.address, storageTypes: "indexeddb" });
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await asked;
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "Books" })).toBeVisible();
  await expect(itemRow(page, "Atlas")).toBeVisible();
  fillAgain();
  await expect(itemRow(page, "Afterwards")).toBeVisible();
  await expect(itemRow(page, "Atlas")).toBeVisible();
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const stored = (await (await page.request.get("/api/items")).json()) as { title: string }[];
  expect(stored.map(({ title }) => title).toSorted()).toEqual(["Afterwards", "Atlas"]);
});
