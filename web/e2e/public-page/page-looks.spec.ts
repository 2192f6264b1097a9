import { COLOR_PRESETS, PAGE_THEMES, SHELF_BACKGROUNDS, TEMPLATES } from "@shelv/contract/rows/appearance";
import { expect, expectNoAxeFindings, test } from "#e2e/support/app-test";
import { postAs } from "#e2e/support/owner-request";

test.use({ serviceWorkers: "block" });

/** Each in some row. */
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
    const post = postAs(request, server.address);
    await post("/api/auth/send-code", { data: { email: "mira@example.com" } });
    await post("/api/auth/verify-code", { data: { code: await server.codeFor("mira@example.com") } });
    await post("/api/auth/complete-registration", {
      data: { username: "mira", displayName: "Mira Lindqvist" },
    });
    const put = async (path: string, data: object) =>
      expect((await request.put(path, { headers: { Origin: server.address }, data })).status()).toBe(200);
    await put("/api/user/profile", {
      displayName: "Mira Lindqvist",
      bio: "Mugs and vases",
      website: "https://example.com/",
      location: "Lund",
    });
    await put("/api/user/social-links", { links: [{ platform: "github", value: "mira" }] });
    const { id } = (await (
      await post("/api/shelves", { data: { name: "From the kiln", description: "Thrown and fired" } })
    ).json()) as { id: string };
    const category = (await (
      await post(`/api/shelves/${id}/categories`, { data: { name: "Mugs" } })
    ).json()) as { id: string };
    await post(`/api/shelves/${id}/items`, {
      multipart: {
        title: "Terracotta mug",
        url: "https://example.com/",
        price: "$34",
        categories: JSON.stringify([category.id]),
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
