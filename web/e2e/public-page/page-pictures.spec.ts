import type { APIRequestContext, FrameLocator, Page } from "@playwright/test";
import { expect, test } from "#e2e/support/app-test";
import { postAs, postAsNewOwner, postForId } from "#e2e/support/owner-request";
import type { TestServer } from "#e2e/support/server";
import { signUp } from "#e2e/support/steps/sign-up";

test.use({ serviceWorkers: "block" });

const SHAPES = [
  { width: 300, height: 200 },
  { width: 100, height: 400 },
  { width: 60, height: 60 },
];

const picturesOf = (page: Page) => page.locator(".shelv-picture");

const boxes = (page: Page) =>
  picturesOf(page).evaluateAll((images) =>
    images.map((image) => {
      const { x, y, width, height } = image.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );

async function makePage(page: Page, request: APIRequestContext, server: TestServer): Promise<void> {
  const post = await postAsNewOwner(request, server, { username: "mira" });
  const id = await postForId(post, "/api/shelves", { data: { name: "From the kiln" } });
  for (const size of SHAPES) {
    const buffer = await page.screenshot({ clip: { x: 0, y: 0, ...size } });
    const image = { name: "thing.png", mimeType: "image/png", buffer };
    await post(`/api/shelves/${id}/items`, {
      multipart: { title: "Thing", url: "https://example.com/", image },
    });
  }
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`nothing on a page shifts when its pictures load, ${viewport.width} pixels wide`, async ({
    page,
    server,
    request,
  }) => {
    await makePage(page, request, server);
    await page.setViewportSize(viewport);
    let letCome = () => {};
    const mayCome = new Promise<void>((resolve) => (letCome = resolve));
    await page.route("**/media/**", async (route) => {
      await mayCome;
      await route.continue();
    });
    await page.goto("/mira", { waitUntil: "domcontentloaded" });
    const before = await boxes(page);
    letCome();
    await expect
      .poll(() =>
        picturesOf(page).evaluateAll((images) =>
          images.every((image) => (image as HTMLImageElement).naturalWidth > 0),
        ),
      )
      .toBe(true);
    for (const [at, box] of (await boxes(page)).entries()) {
      for (const side of ["x", "y", "width", "height"] as const)
        expect(box[side]).toBeCloseTo(before[at]?.[side] ?? NaN, 0);
      const shape = SHAPES[at] ?? { width: 0, height: 1 };
      expect(box.width / box.height).toBeCloseTo(shape.width / shape.height, 1);
    }
  });
}

test("a picture, also a small one, has one size in the editor and for visitors", async ({ page, server }) => {
  const small = await page.screenshot({ clip: { x: 0, y: 0, width: 32, height: 32 } });
  const narrow = await page.screenshot({ clip: { x: 0, y: 0, width: 30, height: 60 } });
  await signUp(page, server, { username: "mia" });
  const post = postAs(page.request, server.address);
  const id = await postForId(post, "/api/shelves", { data: { name: "Logos" } });
  for (const buffer of [small, narrow]) {
    await post(`/api/shelves/${id}/items`, {
      multipart: {
        title: "Logo",
        url: "https://example.com/",
        image: { name: "logo.png", mimeType: "image/png", buffer },
      },
    });
  }
  const sizesIn = async (place: Page | FrameLocator) => {
    await expect(place.locator(".shelv-wide, .shelv-tall")).toHaveCount(2);
    const pictures = place.locator(".shelv-picture");
    await expect(pictures).toHaveCount(2);
    return pictures.evaluateAll((images) =>
      images.map((image) => {
        const face = image.closest(".shelv-place")?.clientWidth ?? NaN;
        return [image.clientWidth, image.clientHeight].map((px) => Math.round((116 * px) / face));
      }),
    );
  };
  await page.goto("/mia");
  const visitors = await sizesIn(page);
  expect(visitors[0]).toEqual([116, 116]);
  const alike: unknown[] = visitors.map((size) => size.map((px): unknown => expect.closeTo(px, -0.5)));
  await page.goto("/shelves");
  expect(await sizesIn(page)).toEqual(alike);
  await page.goto(`/shelves/${id}/preview`);
  expect(await sizesIn(page.frameLocator("iframe"))).toEqual(alike);
});
