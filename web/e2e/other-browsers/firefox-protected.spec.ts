import sharp from "sharp";
import { damagedPicture } from "#pictures/damaged-pictures/damaged-picture";
import { repairPicture } from "#pictures/repair-picture";
import { expect, test } from "#e2e/support/app-test";
import { addButton, addItem, makeShelf, openShelf, savedEverywhere } from "#e2e/support/steps/shelf-steps";
import { signUpByHand } from "#e2e/support/steps/sign-up";

const PICTURES = [
  "png-no-iend.png",
  "jpeg-no-end.jpg",
  "jpeg-zeros-between.jpg",
  "webp-size-one-too-much.webp",
  "gif-no-trailer.gif",
  "gif-nul-before-trailer.gif",
];
const CORNERS = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.1, 0.9],
  [0.9, 0.9],
] as const;

async function corners(picture: Uint8Array): Promise<number[][]> {
  const {
    data,
    info: { width, height, channels },
  } = await sharp(picture, { failOn: "none" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return CORNERS.map(([x, y]) => [
    ...data.subarray((Math.floor(y * height) * width + Math.floor(x * width)) * channels).subarray(0, 3),
  ]);
}

const furthest = (one: number[][], other: number[][]) =>
  Math.max(
    ...one.flatMap((color, at) => color.map((part, of) => Math.abs(part - (other[at]?.[of] ?? Infinity)))),
  );

test("a picture keeps its colours, and the form says what the browser cannot do", async ({
  page,
  server,
  request,
}) => {
  await page.goto("/login");
  const isNoise = await page.evaluate(() => {
    const context = new OffscreenCanvas(8, 8).getContext("2d");
    context?.fillRect(0, 0, 8, 8);
    return context?.getImageData(0, 0, 8, 8).data.some((part, at) => part !== (at % 4 === 3 ? 255 : 0));
  });
  expect(isNoise, "fingerprinting resistance is on").toBe(true);
  await signUpByHand(page, server, { username: "thora" });
  await makeShelf(page, "Kiln");
  await openShelf(page, "Kiln");
  for (const name of PICTURES) {
    const buffer = Buffer.from(await damagedPicture(name));
    await addItem(page, {
      title: name,
      url: "example.com/thing",
      picture: { name, mimeType: `image/${name.split(".")[1]?.replace("jpg", "jpeg")}`, buffer },
    });
  }
  await savedEverywhere(page);
  const [shelf] = (await (await request.get("/api/users/thora/shelves")).json()) as {
    items: { title: string; imageUrl: string }[];
  }[];
  expect(shelf?.items.map(({ title }) => title)).toEqual(PICTURES);
  for (const { title, imageUrl } of shelf?.items ?? []) {
    const shown = await (await request.get(imageUrl)).body();
    expect(
      furthest(await corners(shown), await corners(repairPicture(await damagedPicture(title)).bytes)),
      title,
    ).toBeLessThan(24);
  }

  await addButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Add New Item" });
  const box = await sharp({ create: { width: 60, height: 50, channels: 3, background: "#8c3c28" } })
    .png()
    .toBuffer();
  await dialog
    .getByLabel("Take or choose a photo")
    .setInputFiles({ name: "box.png", mimeType: "image/png", buffer: box });
  await expect(
    dialog.getByText("This browser's privacy settings don't let us remove backgrounds here."),
  ).toBeVisible();
});
