import { writeFileSync } from "node:fs";
import { expect, NETWORK_GONE } from "#e2e/support/app-test";
import { listedItem } from "#e2e/support/steps/item-steps";
import { test } from "#e2e/support/red-model-test";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { beginItem, makeShelf } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";
import { boxesPicture } from "#e2e/support/data/product-picture";

test("the server's model removes backgrounds, offline too; the app's own replaces a failing one", async ({
  page,
  browser,
  server,
  modelFile,
  consoleWatch,
}) => {
  test.slow();
  consoleWatch.allow(...NETWORK_GONE, /404.*api.blobs/);
  await signUp(page, server, { username: "boxes" });
  await makeShelf(page, "Boxes");
  await page.goto("/items");
  await untilAppCached(page);
  const boxes = await boxesPicture(browser);
  const dialog = page.getByRole("dialog", { name: "Add New Item" });
  const cutout = dialog.getByRole("radio", { name: "Without background" });
  const models = () =>
    page.evaluate(async () =>
      (await (await caches.open("shelv-background-model")).keys()).map(({ url }) => new URL(url).pathname),
    );
  const servedModel = async () =>
    ((await (await page.request.get("/api/background-model")).json()) as { path: string }).path;
  const cutOutSize = async (title: string): Promise<[width: number, height: number]> => {
    await beginItem(page, { title, url: "https://example.com/boxes" });
    await dialog.getByLabel("Take or choose a photo").setInputFiles(boxes);
    await expect(cutout).toBeChecked({ timeout: 40_000 });
    const image = dialog
      .locator("label")
      .filter({ has: page.getByRole("radio", { name: "Without background" }) })
      .locator("img");
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    const size = await image.evaluate((img: HTMLImageElement): [number, number] => [
      img.naturalWidth,
      img.naturalHeight,
    ]);
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await expect(listedItem(page, title)).toBeVisible();
    return size;
  };
  const expectSize = ([width, height]: [number, number], wanted: [width: number, height: number]) =>
    expect(Math.abs(width - wanted[0]) + Math.abs(height - wanted[1]), `${width} × ${height}`).toBeLessThan(
      8,
    );

  await test.step("the model keeps only the red box", async () => {
    expectSize(await cutOutSize("By the model"), [160, 240]);
    await expect.poll(models).toEqual([await servedModel()]);
  });

  await test.step("after its download it needs no network", async () => {
    await expect
      .poll(() =>
        page.evaluate(async () =>
          (await (await caches.open("shelv-late")).keys()).map(({ url }) => url).join(),
        ),
      )
      .toMatch(/\/ort-[^,]+\.wasm/);
    await page.context().setOffline(true);
    expectSize(await cutOutSize("By the model, offline"), [160, 240]);
    await page.context().setOffline(false);
  });

  await test.step("a new model replaces it; with an invalid one the app's own keeps both boxes", async () => {
    const before = await servedModel();
    writeFileSync(modelFile, "no model at all");
    await server.restart();
    expect(await servedModel()).not.toBe(before);
    consoleWatch.allow(/onnx|protobuf|ModelProto|session/i);
    expectSize(await cutOutSize("By the app's own"), [340, 240]);
    expect(await models()).toEqual([await servedModel()]);
  });
});
