/** A shelf with far more than a screen holds: only what is in sight is drawn, and things are carried beyond it all the same. */
import { expect, test } from "./app-test.ts";
import { postAs } from "./owner-request.ts";
import { itemRow, syncState } from "./shelf-steps.ts";
import { signUp } from "./sign-up.ts";

const ITEMS = 60;
const titleOf = (at: number) => `Thing ${String(at).padStart(2, "0")}`;

test("on a long shelf a thing is carried out of sight with the keyboard and by its handle, and lands where it was put", async ({ page, server }) => {
  test.slow();
  await signUp(page, server, { username: "liisa" });
  const post = postAs(page.request, server.address);
  const { id } = (await (await post("/api/shelves", { data: { name: "Attic" } })).json()) as { id: string };
  for (let at = 1; at <= ITEMS; at += 1) await post(`/api/shelves/${id}/items`, { multipart: { title: titleOf(at), url: "https://example.com/" } });
  await page.goto(`/shelves/${id}`);
  const rows = page.getByRole("region", { name: "Items" }).getByRole("listitem");
  await expect(rows.first()).toHaveAttribute("aria-setsize", String(ITEMS));
  expect(await rows.count()).toBeLessThan(ITEMS / 2);
  const handleOf = (title: string) => page.getByRole("button", { name: `Move ${title}`, exact: true });

  await test.step("with the keyboard, seventeen places down", async () => {
    await handleOf(titleOf(1)).focus();
    await page.keyboard.press("Space");
    await expect(page.getByText(new RegExp(`Picked up ${titleOf(1)}|${titleOf(1)} is now at place 1 `))).toBeAttached();
    await page.evaluate(() => new Promise((resolve) => void requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))));
    for (let place = 2; place <= 18; place += 1) {
      await page.keyboard.press("ArrowDown");
      await expect(page.getByText(`${titleOf(1)} is now at place ${place} `)).toBeAttached();
    }
    await page.keyboard.press("Space");
    await expect(page.getByText(`Put down ${titleOf(1)} at place 18 `)).toBeAttached();
    await expect(itemRow(page, titleOf(1))).toHaveAttribute("aria-posinset", "18");
    await expect(handleOf(titleOf(1))).toBeFocused();
  });

  await test.step("by its handle, held at the edge until the page has come along", async () => {
    await page.evaluate(() => scrollTo(0, 0));
    // Clear of the bar that lies over the foot of a phone's screen.
    await handleOf(titleOf(2)).evaluate((handle) => handle.scrollIntoView({ block: "center" }));
    const from = await handleOf(titleOf(2)).boundingBox();
    const edge = (page.viewportSize()?.height ?? 0) - 12;
    const x = (from?.x ?? 0) + 20;
    await page.mouse.move(x, (from?.y ?? 0) + 20);
    await page.mouse.down();
    await page.mouse.move(x, edge, { steps: 6 });
    await expect(page.getByText(new RegExp(`${titleOf(2)} is now at place (?:[3-6]\\d) `))).toBeAttached({ timeout: 20_000 });
    await page.mouse.up();
    await expect(page.getByText(new RegExp(`Put down ${titleOf(2)} at place (?:[3-6]\\d) `))).toBeAttached();
  });

  await expect(syncState(page)).toHaveText("Saved everywhere");
  const place = Number(await itemRow(page, titleOf(2)).getAttribute("aria-posinset"));
  const stored = (await (await page.request.get(`/api/shelves/${id}/items`)).json()) as { title: string; order: number }[];
  const titles = stored.toSorted((a, b) => a.order - b.order).map(({ title }) => title);
  expect(titles.indexOf(titleOf(2)) + 1).toBe(place);
  expect([16, 17]).toContain(titles.indexOf(titleOf(1)));
});
