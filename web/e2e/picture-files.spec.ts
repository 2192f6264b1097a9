/** What becomes of each kind of file that somebody chooses, in a real browser's worker. */
import sharp from "sharp";
import { expect, test } from "./app-test.ts";
import { makeShelf } from "./shelf-steps.ts";
import { signUp } from "./sign-up.ts";

const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#8c3c28" } });
/** Upright it is 80 wide and 120 high: its EXIF says that the camera was turned. */
const turned = () => flat(120, 80).jpeg().withExif({ IFD0: { Copyright: "somebody" } }).withMetadata({ orientation: 6 }).toBuffer();
const moving = async () => sharp([await flat(40, 30).png().toBuffer(), await flat(40, 30).negate().png().toBuffer()], { join: { animated: true } });
/** A phone's own form: its first box says so, and no browser here decodes it. */
const HEIC = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0heicmif1"), Buffer.alloc(400, 7)]);

// Its own requests go past what a test holds up.
test.use({ serviceWorkers: "block" });

test("pictures of four kinds are taken, what is none, or broken, or huge, is refused and changes nothing; what cuts them out ends with the form", async ({ page, server, consoleWatch }) => {
  test.slow();
  consoleWatch.allow(/Service Worker registration blocked/);
  await page.route("**/assets/late/**", () => undefined);
  await signUp(page, server, { username: "files" });
  await makeShelf(page, "Kiln");
  await page.goto("/items");
  await page.getByRole("link", { name: "Add Item" }).click();
  const dialog = page.getByRole("dialog", { name: "Add New Item" });
  const title = dialog.getByLabel("Title");
  await title.fill("A thing");
  const choose = (name: string, buffer: Buffer, mimeType = `image/${name.split(".")[1]}`) => dialog.getByLabel("Choose a picture").setInputFiles({ name, mimeType, buffer });
  const original = dialog.locator("img").first();
  const shown = () => original.evaluate(async (image) => {
    const bytes = new Uint8Array(await (await fetch((image as HTMLImageElement).src)).arrayBuffer());
    const bitmap = await createImageBitmap(new Blob([bytes]));
    return { size: [bitmap.width, bitmap.height], begins: String.fromCodePoint(...bytes.subarray(0, 4)), hasExif: String.fromCodePoint(...bytes).includes("Exif") };
  });

  const png = await flat(60, 50).png().toBuffer();
  const taken: [string, Buffer, number[], string][] = [
    ["turned.jpeg", await turned(), [80, 120], "RIFF"],
    ["large.webp", await flat(2400, 1000).webp().toBuffer(), [1200, 500], "RIFF"],
    ["moving.gif", await (await moving()).gif().toBuffer(), [40, 30], "GIF8"],
    ["plain.png", png, [60, 50], "RIFF"],
  ];
  for (const [name, buffer, size, begins] of taken) {
    await choose(name, buffer);
    await expect.poll(() => shown().catch(() => null), { message: name }).toEqual({ size, begins, hasExif: false });
  }

  const refused: [string, Buffer, string][] = [
    ["photo.heic", HEIC, "Please upload a JPEG, PNG, GIF, or WebP image"],
    ["really.avif", await flat(60, 50).avif().toBuffer(), "Please upload a JPEG, PNG, GIF, or WebP image"],
    ...await Promise.all((["jpeg", "png", "gif", "webp"] as const).map(async (format): Promise<[string, Buffer, string]> =>
      [`half.${format}`, (await flat(60, 50)[format]().toBuffer()).subarray(0, -20), "Failed to process image"])),
    ["empty.png", Buffer.alloc(0), "Please upload a JPEG, PNG, GIF, or WebP image"],
    ["huge.png", await flat(10_000, 10_000).png({ compressionLevel: 1 }).toBuffer(), "This picture has more than 50 megapixels. Please choose a smaller one."],
  ];
  for (const [name, buffer, words] of refused) {
    await choose(name, buffer);
    await expect(page.getByText(words).first(), name).toBeVisible();
    if (words.startsWith("Please upload")) await expect(page.getByText("Invalid image type", { exact: true })).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Change picture" })).toBeEnabled();
    await expect(title).toHaveValue("A thing");
    await expect.poll(() => shown().catch(() => null), { message: name }).toMatchObject({ size: [60, 50] });
  }

  const cutters = () => page.workers().filter((worker) => worker.url().includes("cut-out")).length;
  await choose("box.png", await flat(60, 50).composite([{ input: await flat(20, 20).negate().png().toBuffer() }]).png().toBuffer());
  await expect(dialog.getByText("Removing the background.")).toBeVisible();
  await expect.poll(cutters).toBe(1);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(cutters).toBe(0);
});
