import { COLOR_PRESETS, PAGE_THEMES, SHELF_BACKGROUNDS, TEMPLATES } from "@shelv/contract/rows/appearance";
import { expect, expectNoAxeFindings, test } from "#e2e/support/app-test";
import { postAsNewOwner, postForId } from "#e2e/support/owner-request";

test.use({ serviceWorkers: "block" });

const PAIRS = SHELF_BACKGROUNDS.map((shelfBackground, down) =>
  COLOR_PRESETS.map((primaryColor, across) => ({
    shelfBackground,
    primaryColor,
    theme: PAGE_THEMES[(across + down) % 3],
    template: TEMPLATES[(across + 2 * down) % 3] ?? "minimal",
  })),
);

for (const looks of PAIRS) {
  test(`on ${looks[0]?.shelfBackground}, axe finds nothing in any colour, theme or template`, async ({
    page,
    request,
    server,
  }) => {
    const names = { username: "mira", displayName: "Mira Lindqvist" };
    const post = await postAsNewOwner(request, server, names);
    const put = async (path: string, data: object) =>
      expect((await request.put(path, { headers: { Origin: server.address }, data })).status()).toBe(200);
    await put("/api/user/profile", {
      displayName: names.displayName,
      bio: "Mugs and vases",
      website: "https://example.com/",
      location: "Lund",
    });
    await put("/api/user/social-links", { links: [{ platform: "github", value: "mira" }] });
    const shelf = { name: "From the kiln", description: "Thrown and fired" };
    const id = await postForId(post, "/api/shelves", { data: shelf });
    const category = await postForId(post, `/api/shelves/${id}/categories`, { data: { name: "Mugs" } });
    await post(`/api/shelves/${id}/items`, {
      multipart: {
        title: "Terracotta mug",
        url: "https://example.com/",
        price: "$34",
        categories: JSON.stringify([category]),
      },
    });
    await post("/api/shelves", { data: { name: "Soon" } });
    for (const [at, { theme, ...look }] of looks.entries()) {
      await put("/api/settings", look);
      await put("/api/user/settings", { theme });
      await page.emulateMedia({ colorScheme: at % 2 === 0 ? "light" : "dark" });
      await page.goto(`/mira?${new URLSearchParams({ ...look, theme: String(theme) })}`);
      // The markup is always the same: only rules that depend on the look run each time.
      await expectNoAxeFindings(
        page,
        at === 0 ? {} : { rules: ["color-contrast", "link-in-text-block", "target-size"] },
      );
    }
  });
}
