import { randomBytes } from "node:crypto";
import type { Locator } from "@playwright/test";
import { PICTURE_LONGEST_SIDE_PX, PICTURE_MAX_BYTES } from "@shelv/contract/rows/picture";
import sharp from "sharp";
import { damagedPicture } from "#pictures/damaged-pictures/damaged-picture";
import { expect, test } from "#e2e/support/app-test";
import { axeFindings } from "#e2e/support/axe";
import { holdWorker } from "#e2e/support/network/hold-worker";
import { addButton, makeShelf } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#8c3c28" } });
const turned = () =>
  flat(120, 80)
    .jpeg()
    .withExif({ IFD0: { Copyright: "somebody" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
const moving = async () =>
  sharp([await flat(40, 30).png().toBuffer(), await flat(40, 30).negate().png().toBuffer()], {
    join: { animated: true },
  });
const HEIC = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from("ftypheic\0\0\0\0heicmif1"),
  Buffer.alloc(400, 7),
]);

/** In a worker, as in WebKit: a request for WebP silently returns PNG. */
const WRITES_NO_WEBP = `
const convertToBlob = OffscreenCanvas.prototype.convertToBlob;
OffscreenCanvas.prototype.convertToBlob = function (options) { return convertToBlob.call(this, options?.type === "image/webp" ? { type: "image/png" } : options); }`;

/** Resists fingerprinting: a canvas reads back coloured stripes. */
const LIES = `
const lies = (data) => data.map((_, at) => (at % 4 === 3 ? 255 : (at * 7919) % 256));
const getImageData = OffscreenCanvasRenderingContext2D.prototype.getImageData;
OffscreenCanvasRenderingContext2D.prototype.getImageData = function (...area) { const image = getImageData.apply(this, area); image.data.set(lies(image.data)); return image; }`;

const DAMAGED: [string, number[]][] = [
  ["gif-no-trailer.gif", [120, 90]],
  ["gif-still-no-trailer.gif", [120, 90]],
  ["gif-nul-before-trailer.gif", [120, 90]],
  ["gif-nuls-at-end.gif", [120, 90]],
  ["jpeg-no-end.jpg", [320, 240]],
  ["jpeg-zeros-between.jpg", [320, 240]],
  ["png-no-iend.png", [320, 240]],
  ["webp-size-one-too-much.webp", [320, 240]],
];

const weightOf = (image: Locator) =>
  image.evaluate(
    async (element) => (await (await fetch((element as HTMLImageElement).src)).arrayBuffer()).byteLength,
  );

// Its own requests bypass a test's routes.
test.use({ serviceWorkers: "block" });

test("four picture formats are accepted; other, broken and huge files change nothing; the worker ends with the form", async ({
  page,
  server,
}) => {
  test.slow();
  await page.route("**/assets/late/**", () => undefined);
  await signUp(page, server, { username: "files" });
  await makeShelf(page, "Kiln");
  await page.goto("/items");
  await addButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Add New Item" });
  const title = dialog.getByLabel("Title");
  await test.step("a form with a picture in preparation asks before it closes", async () => {
    const releaseWorker = await holdWorker(page);
    await dialog.getByLabel("Take or choose a photo").setInputFiles({
      name: "plain.png",
      mimeType: "image/png",
      buffer: await flat(60, 50).png().toBuffer(),
    });
    await expect(dialog.getByText("Preparing the picture")).toBeVisible();
    expect(await axeFindings(page, { within: "[role=dialog]" })).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Keep editing" }).click();
    await releaseWorker();
    await dialog.getByRole("button", { name: "Remove picture" }).click();
  });
  await title.fill("A thing");
  const choose = (name: string, buffer: Buffer, mimeType = `image/${name.split(".")[1]}`) =>
    dialog.getByLabel("Take or choose a photo").setInputFiles({ name, mimeType, buffer });
  const original = dialog.locator("form img").first();
  const shown = () =>
    original.evaluate(async (image) => {
      const bytes = new Uint8Array(await (await fetch((image as HTMLImageElement).src)).arrayBuffer());
      const bitmap = await createImageBitmap(new Blob([bytes]));
      return {
        size: [bitmap.width, bitmap.height],
        begins: String.fromCodePoint(...bytes.subarray(0, 4)),
        hasExif: new TextDecoder("latin1").decode(bytes).includes("Exif"),
      };
    });

  const png = await flat(60, 50).png().toBuffer();
  const accepted: [string, Buffer, number[], string][] = [
    ["turned.jpeg", await turned(), [80, 120], "RIFF"],
    ["large.webp", await flat(2400, 1000).webp().toBuffer(), [1200, 500], "RIFF"],
    ["moving.gif", await (await moving()).gif().toBuffer(), [40, 30], "GIF8"],
    ["plain.png", png, [60, 50], "RIFF"],
  ];
  for (const [name, buffer, size, begins] of accepted) {
    await choose(name, buffer);
    await expect
      .poll(() => shown().catch(() => null), { message: name })
      .toEqual({ size, begins, hasExif: false });
  }

  await test.step("a damaged file that every browser displays is accepted, and so is a phone's 50-megapixel picture", async () => {
    for (const [name, size] of DAMAGED) {
      await choose(name, Buffer.from(await damagedPicture(name)));
      await expect
        .poll(() => shown().catch(() => null), { message: name })
        .toMatchObject({ size, begins: name === "gif-no-trailer.gif" ? "GIF8" : "RIFF" });
    }
    await choose("phone.jpg", await flat(8160, 6144).jpeg({ quality: 30 }).toBuffer());
    await expect
      .poll(() => shown().catch(() => null), { message: "8160 by 6144", timeout: 30_000 })
      .toMatchObject({ size: [1200, 904], begins: "RIFF" });
  });

  await test.step("where a canvas returns stripes, the original file is uploaded, no background is removed, and the form says so", async () => {
    for (const name of [/prepare-picture\.worker/, /cut-out\.worker/]) {
      await page.route(name, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ contentType: "text/javascript", body: `${LIES};${await response.text()}` });
      });
    }
    await choose("protected.png", await flat(70, 50).png().toBuffer());
    await expect.poll(() => shown().catch(() => null)).toMatchObject({ size: [70, 50], begins: "\u0089PNG" });
    await expect(
      dialog.getByText("This browser's privacy settings don't let us remove backgrounds here."),
    ).toBeVisible();
    await choose(
      "protected.png",
      await sharp(randomBytes(1500 * 1300 * 3), { raw: { width: 1500, height: 1300, channels: 3 } })
        .png({ compressionLevel: 0 })
        .toBuffer(),
    );
    await expect(page.getByText("so yours must be under 5 MB").first()).toBeVisible();
    await page.unroute(/prepare-picture\.worker/);
    await page.unroute(/cut-out\.worker/);
  });

  await test.step("a picture that is too heavy is encoded at lower quality until it fits", async () => {
    const noise = (width: number, height: number) =>
      sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
        .png({ compressionLevel: 0 })
        .toBuffer();
    const weightOfNoise = async (side: number) => {
      await choose(`noise-${side}.png`, await noise(side, side));
      await expect
        .poll(() => shown().catch(() => null), { message: `noise of ${side}`, timeout: 20_000 })
        .toMatchObject({ size: [side, side], begins: "RIFF" });
      return weightOf(original);
    };
    const finest = (await weightOfNoise(600)) / 600 ** 2;
    expect(finest * PICTURE_LONGEST_SIDE_PX ** 2, "at that quality it would be too heavy").toBeGreaterThan(
      PICTURE_MAX_BYTES,
    );
    expect(await weightOfNoise(PICTURE_LONGEST_SIDE_PX)).toBeLessThanOrEqual(PICTURE_MAX_BYTES);
  });

  await test.step("where a browser cannot encode WebP the picture is a JPEG, with white for transparency", async () => {
    await page.route(/prepare-picture\.worker/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        contentType: "text/javascript",
        body: `${WRITES_NO_WEBP};${await response.text()}`,
      });
    });
    await choose(
      "seen-through.png",
      await sharp({ create: { width: 60, height: 40, channels: 4, background: "#0000" } })
        .png()
        .toBuffer(),
    );
    await expect
      .poll(() => shown().catch(() => null))
      .toEqual({ size: [60, 40], begins: "\u00FF\u00D8\u00FF\u00E0", hasExif: false });
    const middle = await original.evaluate(async (image) => {
      const bitmap = await createImageBitmap(await (await fetch((image as HTMLImageElement).src)).blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      context?.drawImage(bitmap, 0, 0);
      return [...(context?.getImageData(30, 20, 1, 1).data ?? [])];
    });
    expect(middle).toEqual([255, 255, 255, 255]);
    await page.unroute(/prepare-picture\.worker/);
    await choose("sent-as-webp.avif", await flat(64, 48).avif().toBuffer());
    await expect.poll(() => shown().catch(() => null)).toMatchObject({ size: [64, 48], begins: "RIFF" });
    await choose("plain.png", png);
    await expect.poll(() => shown().catch(() => null)).toMatchObject({ size: [60, 50], begins: "RIFF" });
  });

  const refused: [string, Buffer, string][] = [
    ["photo.heic", HEIC, "Please upload a JPEG, PNG, GIF, or WebP image"],
    ...(await Promise.all(
      (["jpeg", "png", "gif", "webp"] as const).map(async (format): Promise<[string, Buffer, string]> => [
        `half.${format}`,
        (await flat(60, 50)[format]().toBuffer()).subarray(0, -20),
        "Failed to process image",
      ]),
    )),
    ["empty.png", Buffer.alloc(0), "Please upload a JPEG, PNG, GIF, or WebP image"],
    [
      "huge.png",
      await flat(10_000, 10_000).png({ compressionLevel: 1 }).toBuffer(),
      "This picture has more than 64 megapixels. Please choose a smaller one.",
    ],
  ];
  for (const [name, buffer, words] of refused) {
    await choose(name, buffer);
    await expect(page.getByText(words).first(), name).toBeVisible();
    if (words.startsWith("Please upload"))
      await expect(page.getByText("Invalid image type", { exact: true })).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Change picture" })).toBeEnabled();
    await expect(title).toHaveValue("A thing");
    await expect.poll(() => shown().catch(() => null), { message: name }).toMatchObject({ size: [60, 50] });
  }

  const removalWorkers = () => page.workers().filter((worker) => worker.url().includes("cut-out")).length;
  await choose(
    "box.png",
    await flat(60, 50)
      .composite([{ input: await flat(20, 20).negate().png().toBuffer() }])
      .png()
      .toBuffer(),
  );
  await expect(dialog.getByText("Removing the background.")).toBeVisible();
  await expect.poll(removalWorkers).toBe(1);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(removalWorkers).toBe(0);
});
