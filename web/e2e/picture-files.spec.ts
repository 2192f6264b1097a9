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

test("pictures of four kinds are taken, and what is none, or broken, or huge, is refused with words and changes nothing", async ({ page, server }) => {
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
    ["half.png", png.subarray(0, png.length - 20), "Failed to process image"],
    ["huge.png", await flat(10_000, 10_000).png({ compressionLevel: 1 }).toBuffer(), "This picture has more than 50 megapixels. Please choose a smaller one."],
  ];
  for (const [name, buffer, words] of refused) {
    await choose(name, buffer);
    await expect(page.getByText(words).first(), name).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Change picture" })).toBeEnabled();
    await expect(title).toHaveValue("A thing");
    await expect.poll(() => shown().catch(() => null), { message: name }).toMatchObject({ size: [60, 50] });
  }
});
