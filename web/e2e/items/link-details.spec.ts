import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import { expect, expectNoAxeFindings, NETWORK_GONE } from "#e2e/support/app-test";
import { linkedSiteTest as test } from "#e2e/support/linked-site-test";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { draftsHere } from "#e2e/support/page/stored-drafts";
import { postAs } from "#e2e/support/owner-request";
import { openNavigation } from "#e2e/support/steps/navigation-steps";
import {
  addButton,
  itemRow,
  makeShelf,
  openMore,
  openShelf,
  savedEverywhere,
  syncState,
} from "#e2e/support/steps/shelf-steps";
import { signIn, signUp } from "#e2e/support/steps/sign-up";
import { MAIN } from "#e2e/support/tags";

const PAN = { title: "Iron pan", description: "Heavy and black", price: "19.99 USD", hasPicture: true };

const form = (page: Page) => page.getByRole("dialog", { name: "Add New Item" });

async function paste(page: Page, url: string): Promise<void> {
  await addButton(page).click();
  await expect(form(page).getByLabel("URL")).toBeFocused();
  await page.evaluate((text) => navigator.clipboard.writeText(text), url);
  await page.keyboard.press("ControlOrMeta+V");
}

type Draft = { values: { picture?: string }; pictures: { sha256: string }[] };
const hasItsPicture = (drafts: string) =>
  (JSON.parse(drafts) as Draft[]).some(({ values, pictures }) =>
    pictures.some(({ sha256 }) => sha256 === values.picture),
  );

const topOf = (page: Page, label: string) =>
  form(page)
    .getByLabel(label)
    .evaluate((field) => {
      const top = field.closest("form")?.getBoundingClientRect().top ?? 0;
      return Math.round(field.getBoundingClientRect().top - top);
    });

test("a pasted link fills the form while the owner types; typed text wins, and one Undo takes the rest back", async ({
  page,
  server,
  site,
  consoleWatch,
}) => {
  consoleWatch.allow(/422 \(Unprocessable/, /404.*api.blobs/, /net::ERR_FAILED/);
  const url = site.put("/pan", PAN);
  await signUp(page, server, { username: "paste" });
  await makeShelf(page, "Kitchen");
  await openShelf(page, "Kitchen");

  site.hold();
  await paste(page, url);
  await expect(form(page).getByText("Reading the page.")).toBeVisible();
  await openMore(form(page));
  const top = await topOf(page, "Description");
  await form(page).getByLabel("Description").fill("The one I use daily");
  site.release();
  await expect(form(page).getByLabel("Title")).toHaveValue("Iron pan");
  await expect(form(page).getByLabel("Title")).toHaveAccessibleDescription("From the link");
  await expect(form(page).getByLabel("Price")).toHaveValue("$19.99");
  await expect(form(page).getByLabel("Description")).toHaveValue("The one I use daily");
  await expect(form(page).getByRole("button", { name: "Remove picture" })).toBeVisible();
  expect(await topOf(page, "Description"), "nothing has moved").toBe(top);
  await expectNoAxeFindings(page);

  await form(page).getByRole("button", { name: "Undo" }).click();
  await expect(form(page).getByLabel("Title")).toHaveValue("");
  await expect(form(page).getByLabel("Description")).toHaveValue("The one I use daily");
  await expect(form(page).getByRole("button", { name: "Remove picture" })).toHaveCount(0);
  await form(page).getByRole("button", { name: "Fill in from the link" }).click();
  await expect(form(page).getByLabel("Title")).toHaveValue("Iron pan");
  await expect(form(page).getByRole("button", { name: "Remove picture" })).toBeVisible();

  await test.step("a draft has the picture of its link, and needs no server for it", async () => {
    await expect.poll(async () => hasItsPicture(await page.evaluate(draftsHere))).toBe(true);
    await page.route("**/media/**", (route) => route.abort());
    page.once("dialog", (question) => void question.accept());
    await page.reload();
    await form(page).getByRole("button", { name: "Continue" }).click();
    await expect(form(page).getByLabel("Title")).toHaveValue("Iron pan");
    const original = form(page).locator("img").first();
    await expect.poll(() => original.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    await page.unroute("**/media/**");
  });
  await form(page).getByRole("button", { name: "Create", exact: true }).click();
  await expect(itemRow(page, "Iron pan")).toContainText("$19.99");
  await savedEverywhere(page);

  await test.step("the same link is said and linked; a page that cannot be read leaves an ordinary form", async () => {
    await paste(page, `${url}?utm_source=mail`);
    await expect(form(page).getByText("You have this link already: Iron pan, on Kitchen.")).toBeVisible();
    await expect(form(page).getByLabel("Title")).toHaveValue("Iron pan");
    await form(page).getByLabel("URL").fill("");
    await page.evaluate((text) => navigator.clipboard.writeText(text), site.put("/wall", 403));
    await form(page).getByRole("button", { name: "Paste", exact: true }).click();
    await expect(form(page).getByText(/Couldn't read this page/)).toBeVisible();
    await expect(form(page).getByLabel("Title")).toHaveValue("Wall");
    await expectNoAxeFindings(page);
    await form(page).getByLabel("Title").fill("Behind a wall");
    await form(page).getByRole("button", { name: "Create", exact: true }).click();
    await expect(itemRow(page, "Behind a wall")).toBeVisible();
  });
});

test("the line under the link always says something, and moves nothing", async ({ page, server }) => {
  await signUp(page, server, { username: "line" });
  await makeShelf(page, "Kitchen");
  await openShelf(page, "Kitchen");
  await addButton(page).click();
  const url = form(page).getByLabel("URL");
  await expect(form(page).getByText("Its page fills in the rest.")).toBeVisible();
  await openMore(form(page));
  const top = await topOf(page, "Title");
  await url.fill("example.com/pan");
  await expect(form(page).getByRole("button", { name: "Fill in from the link" })).toBeVisible();
  expect(await topOf(page, "Title"), "with a button").toBe(top);
  await url.fill("mailto:mira@example.com");
  await expect(form(page).getByText("Opens when a visitor taps the item.")).toBeVisible();
  expect(await topOf(page, "Title"), "with nothing to fill in").toBe(top);
  await form(page).getByLabel("Title").fill("Write to me");
  await form(page).getByRole("button", { name: "Create", exact: true }).click();
  await itemRow(page, "Write to me").getByRole("link", { name: "Edit Write to me" }).click();
  const edited = page.getByRole("dialog", { name: "Edit Item" });
  await expect(edited.getByText("Opens when a visitor taps the item.")).toBeVisible();
});

test("a page that cannot be reached is asked for again: for an open form, and for a saved item", async ({
  page,
  server,
  site,
  consoleWatch,
}) => {
  test.slow();
  consoleWatch.allow(/422 \(Unprocessable/, /404.*(?:api.blobs|media)/);
  await signUp(page, server, { username: "trier" });
  await makeShelf(page, "Kiln");
  await openShelf(page, "Kiln");
  const pasteInForm = async (url: string) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), url);
    await addButton(page).click();
    await form(page).getByRole("button", { name: "Paste", exact: true }).click();
    await expect(form(page).getByText("Couldn't reach it. We'll try again")).toBeVisible();
  };

  await pasteInForm(site.put("/black-pan", 500));
  await expect(form(page).getByLabel("Title")).toHaveValue("Black pan");
  await expectNoAxeFindings(page);
  site.put("/black-pan", PAN);
  await expect(form(page).getByLabel("Title")).toHaveValue("Iron pan", { timeout: 90_000 });
  await expect(form(page).getByRole("button", { name: "Remove picture" })).toBeVisible();
  await form(page).getByRole("button", { name: "Create", exact: true }).click();
  await expect(form(page)).toBeHidden();

  await pasteInForm(site.put("/clay-pot", 500));
  await expect.poll(() => page.evaluate(draftsHere)).toContain("Clay pot");
  page.once("dialog", (question) => void question.accept());
  await page.reload();
  await form(page).getByRole("button", { name: "Continue" }).click();
  await expect(form(page).getByText("Couldn't reach it. We'll try again")).toBeVisible();
  await form(page).getByRole("button", { name: "Create", exact: true }).click();
  await expect(form(page)).toBeHidden();
  await expect(itemRow(page, "Clay pot")).toContainText("Details will follow");
  site.put("/clay-pot", { ...PAN, title: "Pot of clay" });
  await expect(itemRow(page, "Pot of clay")).toContainText("$19.99", { timeout: 60_000 });
});

test("a link that is pasted or shared offline gets its details on both devices, and a title typed on the other one stays", async ({
  page,
  server,
  site,
  openDevice,
  consoleWatch,
}) => {
  test.slow();
  consoleWatch.allow(...NETWORK_GONE, /404.*(?:api.blobs|media)/);
  const [pan, pot] = [site.put("/pan", PAN), site.put("/pot", { title: "Clay pot", hasPicture: true })];
  const owner = await signUp(page, server, { username: "tunnel" });
  await makeShelf(page, "Kitchen");
  await openShelf(page, "Kitchen");
  await untilAppCached(page);
  await page.context().setOffline(true);

  await paste(page, pan);
  await expect(form(page).getByText("You're offline. Save it now")).toBeVisible();
  await expect(form(page).getByLabel("Title")).toHaveValue("Pan");
  await expect(form(page).getByLabel("Title")).toHaveAccessibleDescription("From the address");
  await form(page).getByRole("button", { name: "Create", exact: true }).click();
  await expect(itemRow(page, "Pan")).toContainText("Details will follow");
  await share(page, pot);
  const sheet = page.getByRole("dialog", { name: "Add to @" });
  await expect(sheet.getByLabel("Title")).toHaveValue("Pot");
  await sheet.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("Details will follow")).toHaveCount(2);
  await expect(syncState(page)).toHaveText("Offline (2 waiting)");
  const address = page.url();

  const other = await openDevice();
  await signIn(other, server, owner);
  await openShelf(other, "Kitchen");
  site.hold();
  const { context } = { context: page.context() };
  await page.close();
  await context.setOffline(false);
  const back = await context.newPage();
  await back.goto(address);
  await expect.poll(() => site.isAsked, { timeout: 30_000 }).toBe(true);
  await itemRow(other, "Pan").getByRole("link", { name: "Edit" }).click();
  const edit = other.getByRole("dialog", { name: "Edit Item" });
  await edit.getByLabel("Title").fill("My pan");
  await edit.getByRole("button", { name: "Update", exact: true }).click();
  await savedEverywhere(other);
  site.release();

  for (const device of [back, other]) {
    await expect(itemRow(device, "My pan")).toContainText("$19.99", { timeout: 30_000 });
    await expect(itemRow(device, "Clay pot").locator("img")).toBeVisible({ timeout: 30_000 });
    await expect(device.getByText("Details will follow")).toHaveCount(0);
  }
  await expect
    .poll(
      async () => {
        const items = (await (await back.request.get("/api/items")).json()) as {
          transparentImageUrl: string | null;
        }[];
        return items.filter(({ transparentImageUrl }) => transparentImageUrl !== null).length;
      },
      { timeout: 60_000 },
    )
    .toBe(2);
});

async function share(page: Page, url: string): Promise<void> {
  await page.evaluate((link) => {
    const shared = Object.assign(document.createElement("form"), {
      method: "post",
      action: "/share",
      enctype: "multipart/form-data",
      hidden: true,
    });
    shared.append(Object.assign(document.createElement("input"), { name: "text", value: link }));
    document.body.append(shared);
    shared.submit();
  }, url);
  await page.waitForURL("/share");
}

test(
  "a capture token adds items from outside until it is revoked",
  MAIN,
  async ({ page, server, site, consoleWatch }) => {
    consoleWatch.allow(/404.*api.blobs/);
    const url = site.put("/pan", { ...PAN, hasPicture: false });
    await signUp(page, server, { username: "catch" });
    await makeShelf(page, "Kitchen");
    await page.goto("/account/capture");
    await page.getByRole("heading", { name: "iPhone and iPad" }).click();
    const steps = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3 }) });
    await expect(steps).toHaveCount(6);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const pictureShares = await steps.evaluateAll((shown) =>
        shown.map((step) => {
          const heightOf = (part: string) => step.querySelector(part)?.getBoundingClientRect().height ?? NaN;
          return heightOf("svg") / (heightOf("h3") + heightOf("p"));
        }),
      );
      expect(Math.max(...pictureShares), `pictures and words are about as high at ${width} px`).toBeLessThan(
        1.8,
      );
    }
    await page.getByRole("heading", { name: "iPhone and iPad" }).click();
    await page.getByRole("heading", { name: "Scripts" }).click();
    await page.getByLabel("What is it for?").fill("My phone");
    await page.getByRole("button", { name: "Create token" }).click();
    const made = page.getByRole("region", { name: "Your token for My phone" });
    await expect(made).toBeFocused();
    const token = (await made.locator("code").textContent()) ?? "";
    await expectNoAxeFindings(page);
    await expect(page.getByText(`Authorization: Bearer ${token}`)).toBeVisible();

    const capture = () =>
      fetch(`${server.address}/api/capture`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ url }),
      });
    expect((await capture()).status).toBe(200);
    await page.reload();
    await expect(page.getByText(token)).toHaveCount(0);
    await expect(page.getByRole("list", { name: "Your capture tokens" })).toContainText("My phone");
    await page.getByRole("button", { name: "Revoke My phone" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await expect(page.getByRole("list", { name: "Your capture tokens" })).toHaveCount(0);
    expect((await capture()).status).toBe(401);
    await page.goto("/shelves");
    await openShelf(page, "Kitchen");
    await expect(itemRow(page, "Iron pan")).toContainText("$19.99", { timeout: 30_000 });

    await test.step("a bookmark's link waits on the share screen, and its address is gone from the history", async () => {
      await page.goto(`/share#title=Clay+pot&url=${encodeURIComponent(site.put("/pot", 404))}`);
      await expect(page.getByRole("dialog", { name: "Add to @" }).getByLabel("Title")).toHaveValue(
        "Clay pot",
      );
      await expect(page).toHaveURL("/share");
    });
  },
);

test("a link that has been gone for days is listed under Needs a look, also offline, until it is replaced", async ({
  page,
  server,
  site,
  consoleWatch,
}) => {
  test.slow();
  consoleWatch.allow(/net::ERR_/, /EventSource/);
  await signUp(page, server, { username: "looks" });
  await makeShelf(page, "Kitchen");
  await savedEverywhere(page);
  const [shelf] = (await (await page.request.get("/api/shelves")).json()) as { id: string }[];
  await postAs(page.request, server.address)(`/api/shelves/${shelf?.id}/items`, {
    multipart: { title: "Pan", url: site.put("/pan", 404) },
  });
  await server.stop();
  missTwice(server.dataDir);
  await server.restart();

  await page.goto("/items");
  await untilAppCached(page);
  await openNavigation(page);
  const entry = page.getByRole("link", { name: /^Needs a look/ });
  await expect(entry).toContainText("1", { timeout: 90_000 });
  await page.context().setOffline(true);
  await entry.click();
  const listed = page.getByRole("list", { name: "Links that need a look" }).getByRole("article");
  await expect(listed).toContainText("This page is gone.");
  await expectNoAxeFindings(page);

  await page.getByRole("link", { name: "Replace link of Pan" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Item" });
  await expect(dialog.getByLabel("URL")).toBeFocused();
  const url = site.put("/new-pan", PAN);
  await page.keyboard.type(url);
  await dialog.getByRole("button", { name: "Update", exact: true }).click();
  await expect(page.getByText("All links are fine")).toBeVisible();
  await openNavigation(page);
  await expect(entry).toHaveCount(0);
  await page.context().setOffline(false);
  await expect
    .poll(async () => ((await (await page.request.get("/api/items")).json()) as { url: string }[])[0]?.url)
    .toBe(url);
});

function missTwice(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, "shelv.db"));
  const threeDaysAgo = Date.now() - 3 * 24 * 60 * 60_000;
  database.prepare("update link_check set misses = 2, missed_at = ?, due_at = 0").run(threeDaysAgo);
  database.close();
}
