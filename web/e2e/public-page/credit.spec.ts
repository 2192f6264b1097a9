import { CSS_AGAINST_THE_CREDIT } from "@shelv/public-page/custom-css/hostile-css";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/app-test";
import { postAsNewOwner, postForId } from "#e2e/support/owner-request";

test.use({ serviceWorkers: "block", serverEnv: { PLAN_LIMITS: "off" } });

test("no CSS makes the credit small, unreadable, covered or absent", async ({ page, request, server }) => {
  test.slow();
  const post = await postAsNewOwner(request, server, { username: "eve", displayName: "Eve" });
  const id = await postForId(post, "/api/shelves", { data: { name: "From the kiln" } });
  await post(`/api/shelves/${id}/items`, { multipart: { title: "Mug", url: "https://example.com/" } });

  for (const customCss of ["", ...CSS_AGAINST_THE_CREDIT]) {
    const saved = await request.put("/api/settings", {
      headers: { Origin: server.address },
      data: { customCss },
    });
    expect(saved.status(), customCss).toBe(200);
    await page.goto("/eve");
    expect(await lookOfCredit(page), customCss).toEqual({
      text: "made with Shelv",
      isLargeEnough: true,
      isReadable: true,
      isOnTop: true,
      isOpaque: true,
    });
  }
});

const lookOfCredit = (page: Page) =>
  page.evaluate(() => {
    const credit = document.querySelector(".shelv-credit");
    if (!credit) return null;
    credit.scrollIntoView({ block: "nearest", behavior: "instant" });
    const letters = document.createRange();
    letters.selectNodeContents(credit);
    const { left, top, width, height } = letters.getBoundingClientRect();
    const style = getComputedStyle(credit);
    const points = [0.1, 0.5, 0.9].map((at) =>
      document.elementFromPoint(left + width * at, top + height / 2),
    );
    const parents: Element[] = [];
    for (let parent: Element | null = credit; parent; parent = parent.parentElement) parents.push(parent);
    const channels = (color: string) => (/rgba?\((.*)\)/.exec(color)?.[1] ?? "").split(/[,\s/]+/).map(Number);
    const luminance = ([red = 0, green = 0, blue = 0]: number[]) => {
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) =>
        value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const isSeeThrough = (color: string) => (channels(color)[3] ?? 1) < 1;
    const wall = document.querySelector(".shelv-page");
    const ground =
      isSeeThrough(style.backgroundColor) && wall
        ? getComputedStyle(wall).backgroundColor
        : style.backgroundColor;
    const [bright = 0, dark = 0] = [luminance(channels(style.color)), luminance(channels(ground))].toSorted(
      (a, b) => b - a,
    );
    return {
      text: credit.textContent,
      isLargeEnough: width > 70 && height > 12 && Number.parseFloat(style.fontSize) >= 14,
      isReadable: !isSeeThrough(style.color) && (bright + 0.05) / (dark + 0.05) >= 4.5,
      isOnTop: points.every((hit) => hit !== null && credit.contains(hit)),
      isOpaque: parents.every((parent) => {
        const { opacity, visibility, clipPath, filter, zoom, contentVisibility } = getComputedStyle(parent);
        return (
          opacity === "1" &&
          visibility === "visible" &&
          clipPath === "none" &&
          filter === "none" &&
          Number(zoom) === 1 &&
          contentVisibility === "visible"
        );
      }),
    };
  });
