import type { Page } from "@playwright/test";
import { expect, onlineTest as test } from "#e2e/support/app-test";
import { postAs, postShelf } from "#e2e/support/owner-request";
import { signUp } from "#e2e/support/steps/sign-up";

/** With a text of each. */
const SCREENS = {
  "/dashboard": "Recent Activity",
  "/dashboard/stats": "Top items",
  "/appearance": "Primary color",
  "/appearance?tab=styling": "Shelf background",
  "/account": "Display name",
  "/account?tab=style": "Shelf background",
  "/account?tab=settings": "Public profile",
  "/account?tab=links": "Manage Shelves",
  "/items?item=new": "Take or choose a photo",
};

test.use({ shelfView: "wall" });

test("with text at twice the size, no word breaks inside and nothing leaves the window", async ({
  page,
  server,
  playwright,
}) => {
  test.slow();
  await signUp(page, server, { username: "lars" });
  const post = postAs(page.request, server.address);
  const shelfId = await postShelf(post, "Books", 2, (at) => `Terracotta mug ${at}`);
  const items = (await (await page.request.get("/api/items")).json()) as { id: string }[];
  const visitor = await playwright.request.newContext({
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  });
  const events = [
    { username: "lars", eventType: "view" },
    { username: "lars", eventType: "click", itemId: items[0]?.id },
  ];
  await visitor.post(`${server.address}/api/analytics/track`, { data: { events } });
  await visitor.dispose();
  const screens = Object.entries({
    ...SCREENS,
    "/items": "Terracotta mug 1",
    "/shelves": "Terracotta mug 1",
    [`/shelves/${shelfId}`]: "Terracotta mug 1",
  });
  const faults: string[] = [];
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const [path, text] of screens) {
      // A table from a width on that follows the browser's text size.
      if (path === "/items" && width > 390) continue;
      await page.goto(path);
      await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      await expect(page.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      for (const fault of await faultsOf(page)) faults.push(`${path} at ${width}: ${fault}`);
    }
  }
  expect(faults).toEqual([]);

  await test.step("a price stays on its tag, which hangs on the board's front", async () => {
    const priced = await page.request.patch(`/api/items/${items[0]?.id}`, {
      headers: { Origin: server.address },
      multipart: { price: "$24.50" },
    });
    await expect(priced).toBeOK();
    const [letters, line] = await page
      .getByText("$24.50", { exact: true })
      .evaluate((tag) => [getComputedStyle(tag).fontSize, getComputedStyle(tag).lineHeight]);
    expect(Number.parseFloat(letters ?? "")).toBeLessThanOrEqual(Number.parseFloat(line ?? ""));
  });
});

/** Words that could be on one line, in what the owner sees and can press. */
const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.querySelector("[role=dialog]") ?? document.body;
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const faults: string[] = [];
    const isClipped = (of: Element | null): boolean =>
      of !== null && (getComputedStyle(of).clipPath !== "none" || isClipped(of.parentElement));
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      const holder = text.parentElement;
      if (!holder?.checkVisibility({ opacityProperty: true }) || holder.closest("[aria-hidden], svg, style"))
        continue;
      if (isClipped(holder)) continue;
      for (const { 0: word, index } of (text.textContent ?? "").matchAll(/[A-Za-z]{3,16}(?![\w/.@:-])/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const rects = [...range.getClientRects()].filter((rect) => rect.width > 0);
        if (new Set(rects.map(({ top }) => Math.round(top))).size > 1) faults.push(`"${word}" breaks`);
        if (rects.some(({ right }) => right > innerWidth + 1)) faults.push(`"${word}" leaves the window`);
      }
    }
    return faults;
  });
