import type { Page } from "@playwright/test";
import { expect, onlineTest as test } from "#e2e/support/app-test";
import { Proxy } from "#e2e/support/network/proxy";
import { addButton, itemRow, makeShelf, openShelf, PICTURE, syncState } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";

const NETWORK_GONE = [/net::ERR_/, /EventSource/];

/** Headless tabs are all visible. */
const look = (page: Page, visibilityState: "visible" | "hidden") =>
  page.evaluate((state) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
    document.dispatchEvent(new Event("visibilitychange"));
  }, visibilityState);

test("one visible tab listens to the server for all, and hands over when it is hidden", async ({
  page,
  context,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(...NETWORK_GONE);
  const proxy = await Proxy.before(server);
  const streams = new Set<object>();
  proxy.intercept = ({ url }, response) => {
    if (!url?.startsWith("/api/sync/events")) return false;
    streams.add(response);
    response.on("close", () => streams.delete(response));
    return false;
  };
  await signUp(page, server, { username: "tom" }, proxy.address);
  await makeShelf(page, "Books");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await expect.poll(() => streams.size).toBe(1);
  const other = await context.newPage();
  await other.goto(`${proxy.address}/shelves`);
  await expect(syncState(other)).toHaveText("Saved everywhere");
  const makeElsewhere = async (name: string) => {
    const made = await page.request.post(`${server.address}/api/shelves`, {
      headers: { Origin: server.address },
      data: { name },
    });
    expect(made.ok()).toBe(true);
  };
  await makeElsewhere("Told to one, shown in both");
  for (const tab of [page, other])
    await expect(tab.getByRole("article", { name: "Told to one, shown in both" })).toBeVisible();
  expect(streams.size).toBe(1);

  const [first] = streams;
  await look(page, "hidden");
  await expect.poll(() => streams.size === 1 && !streams.has(first as object)).toBe(true);
  await look(other, "hidden");
  await expect.poll(() => streams.size).toBe(0);
  await makeElsewhere("While nobody looked");
  await look(page, "visible");
  await expect(page.getByRole("article", { name: "While nobody looked" })).toBeVisible();
  await expect.poll(() => streams.size).toBe(1);
  await proxy.close();
});

test("an item is not saved before its picture is prepared", async ({ page, server, consoleWatch }) => {
  consoleWatch.allow(...NETWORK_GONE);
  const proxy = await Proxy.before(server);
  let prepare = () => {};
  const isTime = new Promise<void>((resolve) => (prepare = resolve));
  proxy.intercept = async ({ url }) => {
    if (url?.includes("prepare-picture.worker")) await isTime;
    return false;
  };
  await signUp(page, server, { username: "pia" }, proxy.address);
  await makeShelf(page, "Books");
  await openShelf(page, "Books");
  await addButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Add New Item" });
  await dialog.getByLabel("URL").fill("https://example.com/mug");
  await dialog.getByLabel("Title").fill("Mug");
  await dialog.getByLabel("Take or choose a photo").setInputFiles(PICTURE);
  await expect(dialog.getByRole("button", { name: "Create", exact: true })).toBeDisabled();
  await dialog.getByLabel("Title").press("Enter");
  await expect(dialog.getByText("Preparing the picture")).toBeVisible();
  await expect(dialog).toBeVisible();
  await expect(page.getByText("Item created successfully")).toHaveCount(0);
  prepare();
  await expect(dialog.getByRole("button", { name: "Remove picture" })).toBeVisible();
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(itemRow(page, "Mug").locator("img")).toBeVisible();
  await expect(syncState(page)).toHaveText("Saved everywhere");
  const items = (await (await page.request.get(`${server.address}/api/items`)).json()) as {
    imageUrl: string | null;
  }[];
  expect(items.map(({ imageUrl }) => imageUrl)).toEqual([expect.stringMatching(/[0-9a-f]{64}/)]);
  await proxy.close();
});
