/** Firefox has no Background Sync and its own network errors. */
import { expect, test } from "#e2e/support/app-test";
import { untilAppCached } from "#e2e/support/page/cached-app";
import {
  addButton,
  openMore,
  addItem,
  backToShelves,
  itemRow,
  makeShelf,
  openShelf,
  PICTURE,
  syncState,
} from "#e2e/support/steps/shelf-steps";
import { bowlPicture } from "#e2e/support/data/product-picture";
import { signUpByHand } from "#e2e/support/steps/sign-up";

const NETWORK_GONE = [
  /can.t establish a connection/,
  /connection to .* was interrupted/,
  /NetworkError/,
  /Failed to load/,
  /NS_ERROR/,
];

test("offline changes in Firefox survive a reload and reach every device", async ({
  page,
  server,
  consoleWatch,
  request,
}) => {
  consoleWatch.allow(...NETWORK_GONE);
  await page.goto("/login");
  expect(await page.evaluate(() => "SyncManager" in globalThis)).toBe(false);
  await signUpByHand(page, server, { username: "fiona" });
  await makeShelf(page, "From my kitchen");
  await openShelf(page, "From my kitchen");
  await addItem(page, { title: "Coffee mug", url: "example.com/mug", picture: PICTURE });
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await untilAppCached(page);
  await test.step("an emoji of several code points is one glyph", async () => {
    const widthIn = (fontFamily: string) =>
      page.evaluate(
        ({ family, text }) => {
          const span = Object.assign(document.createElement("span"), { textContent: text });
          span.style.fontFamily = family;
          document.body.append(span);
          const { width } = span.getBoundingClientRect();
          span.remove();
          return width;
        },
        { family: fontFamily, text: "🤷‍♀️👩‍⚕️👩‍❤️‍👨" },
      );
    const ours = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
    expect(ours).toContain("Emoji");
    expect(await widthIn(ours)).toBe(await widthIn(ours.replace('"Device Emoji", ', "")));
  });

  await page.context().setOffline(true);
  await addItem(page, { title: "Sea salt", url: "https://example.com/salt" });
  await itemRow(page, "Coffee mug").getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Price").fill("$24");
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect(itemRow(page, "Coffee mug")).toContainText("$24");
  await backToShelves(page);
  await makeShelf(page, "On repeat");
  await expect(syncState(page)).toHaveText(/^Offline \(\d+ waiting\)$/);
  await page.reload();
  await expect(page.getByRole("article", { name: "On repeat" })).toBeVisible();
  await expect(page.getByRole("article", { name: "From my kitchen" }).getByText("Sea salt")).toBeVisible();

  await server.kill();
  await page.context().setOffline(false);
  await server.restart();
  // Firefox reports a returning network; Playwright's emulation does not.
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 60_000 });
  const shown = await (await request.get("/fiona")).text();
  for (const text of ["On repeat", "Sea salt", "$24"]) expect(shown).toContain(text);
});

test("a picture loses its background in Firefox, and a mouse touches it up, also enlarged", async ({
  page,
  server,
  browser,
}) => {
  await page.goto("/login");
  await signUpByHand(page, server, { username: "fay" });
  await makeShelf(page, "Bowls");
  await openShelf(page, "Bowls");
  await addButton(page).click();
  const form = page.getByRole("dialog", { name: "Add New Item" });
  await openMore(form);
  await form.getByLabel("Title").fill("Bowl");
  await form.getByLabel("URL").fill("https://example.com/bowl");
  await form.getByLabel("Take or choose a photo").setInputFiles(await bowlPicture(browser));
  await expect(form.getByRole("radio", { name: "Without background" })).toBeChecked({ timeout: 60_000 });
  await form.getByRole("button", { name: "Touch up the cut-out" }).click();
  const dialog = page.getByRole("dialog", { name: "Touch up the cut-out" });
  const picture = dialog.getByRole("application", { name: "Picture to paint on" });
  await expect(picture).toBeFocused({ timeout: 60_000 });
  const alphaAtMiddle = () =>
    picture
      .locator("canvas")
      .evaluate(
        (canvas: HTMLCanvasElement) =>
          canvas.getContext("2d")?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3],
      );
  expect(await alphaAtMiddle()).toBe(255);
  for (let press = 0; press < 3; press += 1) await dialog.getByRole("button", { name: "Zoom in" }).click();
  const { x, y, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.6, y + height / 2, { steps: 4 });
  await page.mouse.up();
  expect(await alphaAtMiddle()).toBe(56);
  await dialog.getByRole("button", { name: "Use this cut-out" }).click();
  await expect(dialog).toHaveCount(0);
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await expect(itemRow(page, "Bowl")).toBeVisible();
});
