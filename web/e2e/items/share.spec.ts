import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, expectNoAxeFindings, test } from "#e2e/support/app-test";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { logout, openNavigation } from "#e2e/support/steps/navigation-steps";
import { itemRow, makeShelf, PICTURE, syncState } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";
import { MAIN } from "#e2e/support/tags";

async function share(
  page: Page,
  fields: Record<string, string>,
  { withPicture = false } = {},
): Promise<void> {
  const arrived = page.waitForURL((url) => url.pathname === "/share" || url.pathname === "/login");
  await page.evaluate(
    ([texts, picture]) => {
      const form = Object.assign(document.createElement("form"), {
        method: "post",
        action: "/share",
        enctype: "multipart/form-data",
        hidden: true,
      });
      for (const [name, value] of Object.entries(texts))
        form.append(Object.assign(document.createElement("input"), { name, value }));
      const files = new DataTransfer();
      if (picture !== null)
        files.items.add(
          new File([Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))], "mug.png", {
            type: "image/png",
          }),
        );
      form.append(
        Object.assign(document.createElement("input"), {
          type: "file",
          name: "pictures",
          files: files.files,
        }),
      );
      document.body.append(form);
      form.submit();
    },
    [fields, withPicture ? PICTURE.buffer.toString("base64") : null] as const,
  );
  await arrived;
}

const sheet = (page: Page) => page.getByRole("dialog", { name: "Add to @" });
const shelfField = (page: Page) => sheet(page).getByLabel("Shelf", { exact: true });
const put = (page: Page) => sheet(page).getByRole("button", { name: "Create", exact: true }).click();

test(
  "a shared link or picture goes on a shelf once, offline too; the last shelf is preselected",
  MAIN,
  async ({ page, server, consoleWatch }) => {
    consoleWatch.allow(/net::ERR_/, /EventSource/);
    await signUp(page, server, { username: "mira" });
    await makeShelf(page, "Kitchen");
    await makeShelf(page, "Books");
    await untilAppCached(page);

    await share(
      page,
      { title: "", text: "The mug I use daily: https://example.com/mug", url: "" },
      { withPicture: true },
    );
    await expect(sheet(page).getByLabel("Title")).toHaveValue("The mug I use daily");
    await expect(sheet(page).getByLabel("URL")).toHaveValue("https://example.com/mug");
    await expect(sheet(page).getByRole("button", { name: "Remove picture" })).toBeVisible();
    await expectNoAxeFindings(page);
    const books = shelfField(page).locator("option").filter({ hasText: "Books" });
    await shelfField(page).selectOption((await books.getAttribute("value")) ?? "");
    await put(page);
    await expect(itemRow(page, "The mug I use daily")).toBeVisible();
    await expect(itemRow(page, "The mug I use daily").locator("img")).toBeVisible();
    await expect(syncState(page)).toHaveText("Saved everywhere");

    await test.step("a share that cannot be deleted here lets the next one through, and a repeated share gives the same item", async () => {
      await share(page, { title: "A spoon", text: "https://example.com/spoon", url: "" });
      await share(page, { title: "A lid", text: "https://example.com/lid", url: "" });
      await expect(sheet(page).getByLabel("Title")).toHaveValue("A lid");
      await page.evaluate(() => {
        const original: IDBObjectStore["delete"] = Reflect.get(IDBObjectStore.prototype, "delete");
        IDBObjectStore.prototype.delete = function fail(this: IDBObjectStore, key) {
          if (this.name !== "waiting") return original.call(this, key);
          IDBObjectStore.prototype.delete = original;
          throw new DOMException("Internal error.", "UnknownError");
        };
      });
      await put(page);
      await expect(sheet(page).getByLabel("Title")).toHaveValue("A spoon");
      await put(page);
      await expect(itemRow(page, "A spoon")).toBeVisible();
      await page.goto("/share");
      await expect(sheet(page).getByLabel("Title")).toHaveValue("A lid");
      await put(page);
      await expect(itemRow(page, "A lid")).toHaveCount(1);
      await expect(page.getByText("waiting for a shelf")).toBeHidden();
      await expect(syncState(page)).toHaveText("Saved everywhere");
    });

    await page.context().setOffline(true);
    await share(page, { title: "An atlas", text: "https://example.com/atlas", url: "" });
    await share(page, { title: "An atlas", text: "https://example.com/atlas", url: "" });
    await expect(shelfField(page).locator("option:checked")).toContainText("Books");
    await put(page);
    await expect(itemRow(page, "An atlas")).toBeVisible();
    await expect(page.getByText("waiting for a shelf")).toBeHidden();
    await expect(syncState(page)).toHaveText("Offline (1 waiting)");

    await share(page, { title: "A pot", text: "", url: "https://example.com/pot" });
    await expect(sheet(page).getByLabel("Title")).toHaveValue("A pot");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(sheet(page).getByLabel("Title")).toHaveValue("A pot");
    await page.goto("/items");
    await expect(page.getByText("1 item you shared is waiting for a shelf")).toBeVisible();
    await page.context().setOffline(false);
    await expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 30_000 });
    const items = (await (await page.request.get("/api/items")).json()) as {
      title: string;
      imageUrl: string | null;
    }[];
    expect(items.map(({ title, imageUrl }) => [title, Boolean(imageUrl)])).toEqual([
      ["The mug I use daily", true],
      ["A lid", false],
      ["A spoon", false],
      ["An atlas", false],
    ]);
  },
);

test("a share without an owner waits for the sign-in and the first shelf", async ({
  page,
  server,
  openDevice,
  consoleWatch,
}) => {
  // A device without history asks the server who is signed in.
  consoleWatch.allow(/401 \(Unauthorized\)/);
  const owner = await signUp(await openDevice(), server, { username: "ines" });
  await page.goto("/login");
  await untilAppCached(page);
  await share(page, { title: "The pan", text: "https://example.com/pan", url: "" });
  await page.waitForURL("**/login?next=%2Fshare");
  await expect(page.getByText("What you shared is saved on this device.")).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(owner.email);
  await page.getByRole("button", { name: "Continue with email" }).click();
  await page.getByLabel("Verification code").fill(await server.codeFor(owner.email));
  await expect(
    page.getByText("It arrived while no one was signed in on this device. Is it yours, @ines?"),
  ).toBeVisible();
  await expect(page.getByText("The pan")).toHaveCount(0);
  await expectNoAxeFindings(page);
  await page.getByRole("button", { name: "Yes, show it" }).click();
  const first = page.getByRole("dialog", { name: "Your first shelf, for what you shared" });
  await first.getByLabel("Name").fill("Kitchen");
  await first.getByRole("button", { name: "Create Shelf" }).click();
  await expect(sheet(page).getByLabel("Title")).toHaveValue("The pan");

  await sheet(page).getByLabel("Title").fill("The iron pan");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await test.step("the same with a newer share in another tab, which puts the same item away", async () => {
    const other = await page.context().newPage();
    await other.goto("/items");
    await share(other, { title: "A lid", text: "https://example.com/lid", url: "" });
    await put(other);
    await expect(sheet(other).getByLabel("Title")).toHaveValue("The pan");
    await expect(sheet(page).getByLabel("Title")).toHaveValue("The iron pan");
    await put(other);
    await expect(itemRow(other, "The pan")).toBeVisible();
    await expect(syncState(other)).toHaveText("Saved everywhere");
    await other.close();
    await expect(sheet(page).getByLabel("Title")).toHaveValue("The iron pan");
  });
  const [kitchen] = (await (await page.request.get("/api/shelves")).json()) as { id: string }[];
  await page.request.delete(`/api/shelves/${kitchen?.id}`, { headers: { Origin: server.address } });
  await expect(shelfField(page).locator("option:checked")).toHaveText("Choose a shelf");
  await expect(sheet(page).getByLabel("Title")).toHaveValue("The iron pan");
  await page.request.post("/api/shelves", { headers: { Origin: server.address }, data: { name: "Stove" } });
  await shelfField(page).selectOption({ index: 1 });
  await put(page);
  await expect(itemRow(page, "The iron pan")).toBeVisible();
  await expect(syncState(page)).toHaveText("Saved everywhere");
});

test("a share from another site names its host, and only the owner can save it", async ({ page, server }) => {
  await signUp(page, server, { username: "mira" });
  await makeShelf(page, "Kitchen");
  await untilAppCached(page);
  const elsewhere = createServer((_, answer) => {
    answer.setHeader("Content-Type", "text/html");
    answer.end(
      `<form method="post" action="${server.address}/share" enctype="multipart/form-data"><input name="title" value="Free money"><input name="url" value="https://evil.example/"><button>Send</button></form>`,
    );
  }).listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
  const { port } = elsewhere.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(
    sheet(page).getByText(`Something was sent to Shelv, by the site 127.0.0.1:${port}.`),
  ).toBeVisible();
  await expectNoAxeFindings(page);
  await page.goto("/items");
  await expect(page.getByText("1 item sent to Shelv is waiting for a shelf")).toBeVisible();
  expect(await (await page.request.get("/api/items")).json()).toEqual([]);
  elsewhere.close();
});

test("the next account must ask before it sees another's or an unclear share", async ({ page, server }) => {
  await signUp(page, server, { username: "ada" });
  await makeShelf(page, "Kitchen");
  await untilAppCached(page);
  await share(page, { title: "Ada's pan", text: "", url: "" });
  await expect(sheet(page).getByLabel("Title")).toHaveValue("Ada's pan");
  await page.goto("/shelves");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await logout(page);
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/login");
  await share(page, { title: "Somebody's pot", text: "", url: "" });
  await page.waitForURL("**/login?next=%2Fshare");
  await signUp(page, server, { username: "bob" });
  await makeShelf(page, "Books");
  await page.goto("/share");
  await expect(page.getByText("Is it yours, @bob?")).toBeVisible();
  await expect(page.getByText(/pan|pot/)).toHaveCount(0);
  await page.getByRole("button", { name: "No, leave it" }).click();
  await expect(page.getByText("Nothing to add yet")).toBeVisible();
});

test.describe("without a worker", () => {
  test.use({ serviceWorkers: "block" });

  test("the server says that the share did not arrive", async ({ page, server }) => {
    await signUp(page, server, { username: "ada" });
    await share(page, { text: "https://example.com/pan" }, { withPicture: true });
    await expect(page.getByRole("heading", { name: "We didn't get what you shared" })).toBeVisible();
  });
});

test.describe("on an iPhone, where a home screen app receives no shares", () => {
  test.use({
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
    permissions: ["clipboard-read", "clipboard-write"],
  });

  test("a copied link is pasted", async ({ page, server }) => {
    await signUp(page, server, { username: "lena" });
    await makeShelf(page, "Kitchen");
    await page.evaluate(() => navigator.clipboard.writeText("The pan https://example.com/pan"));
    await openNavigation(page);
    await page.getByRole("link", { name: "Links & Items" }).click();
    await page.getByRole("button", { name: "Paste" }).click();
    await expect(sheet(page).getByLabel("URL")).toHaveValue("https://example.com/pan");
    await put(page);
    await expect(itemRow(page, "The pan")).toBeVisible();
  });
});
