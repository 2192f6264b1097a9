import { expect, expectNoAxeFindings, NETWORK_GONE, test } from "#e2e/support/app-test";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { listedItem } from "#e2e/support/steps/item-steps";
import { beginItem, makeShelf, syncState } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";
import { bowlPicture } from "#e2e/support/data/product-picture";

type Answer = {
  title: string;
  imageUrl: string;
  originalImageUrl: string;
  transparentImageUrl: string | null;
};

test("a bowl loses its background, offline too, and its owner can restore it", async ({
  page,
  browser,
  server,
  consoleWatch,
}) => {
  test.slow();
  consoleWatch.allow(...NETWORK_GONE, /404.*api.blobs/);
  await signUp(page, server, { username: "bowls" });
  await makeShelf(page, "Kiln");
  await page.goto("/items");
  await untilAppCached(page);
  const bowl = await bowlPicture(browser);
  const dialog = page.getByRole("dialog", { name: "Add New Item" });
  const original = dialog.getByRole("radio", { name: "Original" });
  const cutout = dialog.getByRole("radio", { name: "Without background" });
  const begin = async (title: string) => {
    await beginItem(page, { title, url: "https://example.com/clay" });
    await dialog.getByLabel("Take or choose a photo").setInputFiles(bowl);
    await expect(original).toBeChecked();
  };
  const create = async (title: string) => {
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL("/items");
    await expect(listedItem(page, title)).toBeVisible();
  };

  await test.step("offline before its first use background removal says when it comes, and the picture stays", async () => {
    await page.context().setOffline(true);
    await begin("In a tunnel");
    await expect(dialog.getByText("Background removal will download when you're next online.")).toBeVisible({
      timeout: 40_000,
    });
    await expect(original).toBeChecked();
    await expect(cutout).toBeDisabled();
  });

  await test.step("saved without a cut-out it stays deferred: the item's next form starts it, also after a reload", async () => {
    await create("In a tunnel");
    await begin("Looked at");
    await create("Looked at");
    await page.reload();
    await page.getByRole("link", { name: "Edit In a tunnel" }).click();
    const next = page.getByRole("dialog", { name: "Edit Item" });
    await expect(next.getByText("Background removal will download when you're next online.")).toBeVisible({
      timeout: 40_000,
    });
    await next.getByRole("button", { name: "Cancel" }).click();
    await expect(next).toHaveCount(0);
    await page.reload();
    await begin("Bowl");
    await expect(dialog.getByText("Background removal will download when you're next online.")).toBeVisible({
      timeout: 40_000,
    });
  });

  await test.step("when the network returns the removal runs, and the cut-out is shown", async () => {
    await page.context().setOffline(false);
    await expect(cutout).toBeChecked({ timeout: 40_000 });
    await expectNoAxeFindings(page);
    await create("Bowl");
  });

  await test.step("after its first use background removal needs no network, and arrow keys choose the original", async () => {
    const cachedFiles = () =>
      page.evaluate(async () =>
        (await (await caches.open("shelv-late")).keys()).map(({ url }) => url).join(),
      );
    await expect.poll(cachedFiles).toMatch(/\/ort-[^,]+\.wasm/);
    await expect.poll(cachedFiles).toMatch(/\/u2netp-[^,]+\.onnx/);
    await page.context().setOffline(true);
    await begin("Bowl with its wall");
    await expect(cutout).toBeChecked({ timeout: 40_000 });
    await cutout.press("ArrowLeft");
    await expect(original).toBeChecked();
    await create("Bowl with its wall");
    await page.context().setOffline(false);
    await expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 30_000 });
  });

  const hasCutout = async (title: string) => {
    const items = (await (await page.request.get("/api/items")).json()) as Answer[];
    return Boolean(items.find((item) => item.title === title)?.transparentImageUrl);
  };
  await test.step("a deferred cut-out is added while its item's form is open, and closing the form asks nothing", async () => {
    await page.getByRole("link", { name: "Edit Looked at" }).click();
    const next = page.getByRole("dialog", { name: "Edit Item" });
    await expect(next.getByRole("radio", { name: "Without background" })).toBeChecked({ timeout: 40_000 });
    await next.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect.poll(() => hasCutout("Looked at"), { timeout: 40_000 }).toBe(true);
  });

  await test.step("a deferred removal starts by itself; an early save still gets the cut-out, also in a form opened since then", async () => {
    await page.getByRole("link", { name: "Edit In a tunnel" }).click();
    const next = page.getByRole("dialog", { name: "Edit Item" });
    await expect(next.getByText("Removing the background.")).toBeVisible();
    await next.getByLabel("Title").fill("Out of a tunnel");
    await next.getByRole("button", { name: "Update", exact: true }).click();
    await expect(next).toHaveCount(0);
    await page.getByRole("link", { name: "Edit Out of a tunnel" }).click();
    await expect(next.getByRole("radio", { name: "Without background" })).toBeChecked({ timeout: 40_000 });
    await expect.poll(() => hasCutout("Out of a tunnel"), { timeout: 40_000 }).toBe(true);
    await next.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("a new item that is saved early gets its cut-out too", async () => {
    await begin("In a hurry");
    await expect(dialog.getByText("Removing the background. You can keep going.")).toBeVisible();
    await create("In a hurry");
    await expect.poll(() => hasCutout("In a hurry"), { timeout: 40_000 }).toBe(true);
  });

  await test.step("the server has both pictures, and shows the chosen one", async () => {
    const items = (await (await page.request.get("/api/items")).json()) as Answer[];
    const [cut, whole] = ["Bowl", "Bowl with its wall"].map((title) =>
      items.find((item) => item.title === title),
    );
    expect(cut?.transparentImageUrl).toBeTruthy();
    expect(cut?.imageUrl.split("/")[2]).toBe(cut?.transparentImageUrl?.split("/")[2]);
    expect(whole?.imageUrl.split("/")[2]).toBe(whole?.originalImageUrl.split("/")[2]);
    expect(whole?.transparentImageUrl).toBe(cut?.transparentImageUrl);
    const { corner, size } = await page.evaluate(async (url) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      context?.drawImage(bitmap, 0, 0);
      const alphas = [...(context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [])].filter(
        (_, index) => index % 4 === 3,
      );
      return { corner: alphas.at(-1), size: [bitmap.width, bitmap.height] };
    }, cut?.transparentImageUrl ?? "");
    expect(corner).toBe(0);
    expect(Math.abs((size[0] ?? 0) - 300) + Math.abs((size[1] ?? 0) - 190)).toBeLessThan(12);
  });
});
