/**
 * Every screen on phone and desktop, light and dark, into `screenshots/`. `--only=items,shelf` limits them,
 * `--sizes=narrow` takes other sizes; `--readme` takes the documentation's two, `--install` those of the
 * install dialog. `pnpm run build` first.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { SCREENSHOT_SIZES } from "#manifest/manifest";
import { CHROMIUM_FLAGS, findChromium, installChromium } from "#e2e/support/browsers/chromium";
import { makeDemoOwner } from "#e2e/support/data/demo-owner";
import { ensureEmojiFont } from "#e2e/support/browsers/emoji-font";
import { TestServer } from "#e2e/support/server";
import { openNavigation } from "#e2e/support/steps/navigation-steps";
import { SETUP_STEPS } from "#e2e/support/steps/setup-steps";
import { askToDelete, openShelf, viewShelf } from "#e2e/support/steps/shelf-steps";
import { signIn } from "#e2e/support/steps/sign-up";

const ROOT = join(import.meta.dirname, "../..");
const SIZES = {
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 640 },
  desktop: { width: 1280, height: 800 },
} as const;
const SCHEMES = ["light", "dark"] as const;

const ONLY = listed("--only=");
const SIZES_TAKEN = listed("--sizes=") ?? ["phone", "desktop"];

let mailboxes = 0;

const SCREENS: Record<string, (page: Page) => Promise<unknown>> = {
  landing: (page) => revisit(page, "/"),
  ...Object.fromEntries(
    ["features", "steps", "pricing", "closing"].map((heading) => [
      `landing-${heading}`,
      (page: Page) => revisit(page, "/").then(() => scrollTo(page, heading)),
    ]),
  ),
  login: (page) => page.goto("/login?username=noor"),
  "login-code": async (page) => {
    await page.goto("/login?username=noor");
    await page.getByLabel("Email", { exact: true }).fill(`noor@room-${(mailboxes += 1)}.example`);
    await page.getByRole("button", { name: "Continue with email" }).click();
    await page.getByLabel("Verification code").waitFor();
  },
  "not-found": (page) => page.goto("/nothing/here"),
  "user-not-found": (page) => revisit(page, "/somebody-else"),
  "public-page": (page) => page.goto("/mira"),
  "opened-description": async (page) => {
    await page.goto("/mira");
    await page.locator(".shelv-about > summary").first().click();
    await page.locator(".shelv-about[open]").scrollIntoViewIfNeeded();
  },
};

const OWNER_SCREENS: Record<string, (page: Page) => Promise<unknown>> = {
  dashboard: async (page) => {
    await page.goto("/dashboard");
    await page.getByRole("slider").waitFor();
  },
  stats: async (page) => {
    await page.goto("/dashboard/stats");
    await page.getByRole("slider").waitFor();
  },
  shelves: (page) => openShelves(page),
  "new-shelf": async (page) => {
    await openShelves(page);
    await page.getByRole("button", { name: "New Shelf" }).click();
    await page.getByRole("dialog").waitFor();
  },
  "delete-shelf": async (page) => {
    await openShelves(page);
    await askToDelete(page, "From the kiln");
  },
  shelf: (page) => openKiln(page),
  "shelf-list": async (page) => {
    await openKiln(page);
    await page.getByText("List", { exact: true }).click();
    await page.getByRole("button", { name: "Move Bud vase, sea glaze" }).waitFor();
    await page.evaluate(() => localStorage.removeItem("shelv-shelf-view"));
  },
  item: async (page) => {
    await openKiln(page);
    await page.getByRole("region", { name: "Items" }).getByRole("listitem").first().getByRole("link").click();
    await page.getByRole("dialog").getByLabel("Title").waitFor();
  },
  "shelf-preview": async (page) => {
    await openShelves(page);
    await viewShelf(page, "From the kiln");
    await page.frameLocator("iframe").getByText("Bud vase, sea glaze").waitFor();
  },
  items: (page) => openItems(page),
  "new-item": async (page) => {
    await page.goto("/items?item=new");
    await page.getByRole("dialog").getByLabel("URL").waitFor();
  },
  "edit-item": async (page) => {
    await openItems(page);
    await page.getByRole("link", { name: "Edit Bud vase, sea glaze" }).click();
    await page.getByRole("dialog").getByLabel("Title").waitFor();
  },
  "item-picture": async (page) => {
    const dialog = page.getByRole("dialog");
    await openItems(page);
    await page.getByRole("link", { name: "Edit Bud vase, sea glaze" }).click();
    await dialog.getByRole("button", { name: "Cut it out by hand" }).scrollIntoViewIfNeeded();
  },
  "no-items": async (page) => {
    await openItems(page);
    await page.getByRole("searchbox", { name: "Search items" }).fill("nothing like this");
    await page.getByText("No items found").waitFor();
  },
  appearance: async (page) => {
    await page.goto("/appearance");
    await page.frameLocator("iframe").getByText("Bud vase, sea glaze").waitFor();
  },
  "appearance-styling": async (page) => {
    await page.goto("/appearance");
    await page.frameLocator("iframe").getByText("Bud vase, sea glaze").waitFor();
    await page.getByRole("radio", { name: /Warm/ }).click({ force: true });
    await page.getByRole("tab", { name: "Styling" }).click();
  },
  unsaved: async (page) => {
    await rejectChange(page);
    await page.goto("/unsaved");
    await page.getByRole("main").getByRole("article").waitFor();
  },
  capture: async (page) => {
    await page.goto("/account/capture");
    await page.getByRole("heading", { name: "iPhone and iPad" }).click();
  },
  "share-sheet": async (page) => {
    await openShelves(page);
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("img", { name: /^QR code/ }).waitFor();
  },
  "recently-deleted": async (page) => {
    await deleteSome(page);
    await page.goto("/account/deleted");
    await page.getByRole("article").first().waitFor();
  },
  plan: async (page) => {
    await page.goto("/account?tab=settings#plans");
    await page.getByRole("heading", { name: "Plan" }).waitFor();
  },
  profile: async (page) => {
    await page.goto("/profile");
    await page.getByRole("img", { name: /^QR code/ }).waitFor();
  },
  ...Object.fromEntries(
    ["profile", "style", "settings", "links"].map((tab) => [
      `account-${tab}`,
      async (page: Page) => {
        await page.goto(`/account?tab=${tab}`);
        await page.getByRole("tabpanel").waitFor();
      },
    ]),
  ),
  ...Object.fromEntries(
    SETUP_STEPS.map((step) => [
      `onboarding-${step}`,
      async (page: Page) => {
        await page.goto(`/onboarding/${step}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
      },
    ]),
  ),
};

const PHONE_SCREENS: Record<string, (page: Page) => Promise<unknown>> = {
  navigation: async (page) => {
    await page.goto("/dashboard");
    await openNavigation(page);
    await page.getByRole("dialog", { name: "Main" }).getByRole("link", { name: "Dashboard" }).waitFor();
  },
};

const server = await TestServer.start();
const executablePath = findChromium() ?? installChromium();
ensureEmojiFont();
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
try {
  const context = await browser.newContext({ baseURL: server.address });
  const owner = await makeDemoOwner(context.request, server, browser);
  await context.close();
  if (process.argv.includes("--readme")) await takeForReadme(browser, owner);
  else if (process.argv.includes("--install")) await takeForInstall(browser, owner);
  else
    for (const scheme of SCHEMES)
      for (const size of ["phone", "narrow", "desktop"] as const)
        if (SIZES_TAKEN.includes(size)) await takeAll(browser, owner, size, scheme);
} finally {
  await browser.close();
  await server.discard();
}

function listed(option: string): string[] | undefined {
  const given = process.argv.find((argument) => argument.startsWith(option));
  return given?.slice(option.length).split(",");
}

async function takeAll(
  from: Browser,
  owner: { email: string },
  size: keyof typeof SIZES,
  colorScheme: (typeof SCHEMES)[number],
) {
  const folder = join(ROOT, "screenshots");
  mkdirSync(folder, { recursive: true });
  // A phone has no mouse, whose arrows would cover items.
  const isMobile = size !== "desktop";
  const page = await open(from, { viewport: SIZES[size], colorScheme, isMobile, hasTouch: isMobile });
  const take = async (screens: typeof SCREENS) => {
    for (const [name, show] of Object.entries(screens)) {
      if (ONLY && !ONLY.includes(name)) continue;
      await show(page);
      await page.mouse.move(0, 0);
      // It comes after the first screen.
      const side = page.getByRole("complementary");
      if (await side.isVisible()) await side.getByText("System", { exact: true }).waitFor();
      await untilDrawn(page);
      await finishAnimations(page);
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
    }
  };
  await take(SCREENS);
  await signIn(page, server, owner);
  await take(OWNER_SCREENS);
  if (isMobile) await take(PHONE_SCREENS);
  await page.context().close();
}

async function takeForReadme(from: Browser, owner: { email: string }) {
  const folder = join(ROOT, ".github/pictures");
  mkdirSync(folder, { recursive: true });
  const shot = async (page: Page, name: string) => {
    await untilDrawn(page);
    await page.screenshot({
      path: join(folder, `${name}.jpg`),
      type: "jpeg",
      quality: 82,
      animations: "disabled",
    });
    await page.context().close();
  };
  const visitor = await open(from, { viewport: { width: 1000, height: 800 }, deviceScaleFactor: 1.5 });
  await visitor.goto("/mira");
  await shot(visitor, "page");
  const editor = await open(from, { viewport: SIZES.phone, deviceScaleFactor: 1.5 });
  await signIn(editor, server, owner);
  await openKiln(editor);
  await shot(editor, "editor");
}

async function takeForInstall(from: Browser, owner: { email: string }) {
  const folder = join(ROOT, "web/public/screenshots");
  mkdirSync(folder, { recursive: true });
  const pages = {
    narrow: await open(from, {
      viewport: SIZES.phone,
      deviceScaleFactor: SCREENSHOT_SIZES.narrow.width / SIZES.phone.width,
      hasTouch: true,
      isMobile: true,
    }),
    wide: await open(from, { viewport: SCREENSHOT_SIZES.wide }),
  };
  const shot = async (form: keyof typeof pages, name: string, show: (page: Page) => Promise<unknown>) => {
    const page = pages[form];
    await show(page);
    await untilDrawn(page);
    const png = await page.screenshot({ animations: "disabled" });
    await sharp(png)
      .resize(SCREENSHOT_SIZES[form])
      .webp({ quality: 82, effort: 6 })
      .toFile(join(folder, `${name}-${form}.webp`));
  };
  for (const form of ["narrow", "wide"] as const) {
    await shot(form, "page", (page) => page.goto("/mira"));
    await signIn(pages[form], server, owner);
    await shot(form, "shelf", (page) => openKiln(page));
  }
  await shot("narrow", "appearance", async (page) => {
    await page.goto("/appearance");
    await page.frameLocator("iframe").getByText("Bud vase, sea glaze").waitFor();
  });
  for (const page of Object.values(pages)) await page.context().close();
}

async function open(from: Browser, options: BrowserContextOptions): Promise<Page> {
  // A worker would answer with data of an earlier screenshot.
  const context = await from.newContext({ baseURL: server.address, serviceWorkers: "block", ...options });
  context.setDefaultTimeout(120_000);
  return context.newPage();
}

/** Fonts, pictures and the preview. An owner's event stream keeps the network from being idle. */
async function untilDrawn(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page.locator("h1").first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() =>
    [...document.querySelectorAll("iframe")].every(
      (frame) => !frame.checkVisibility() || frame.contentDocument?.querySelector(".shelv-page"),
    ),
  );
  await page.waitForFunction(
    () => document.querySelector('[class*="_unread_"], [class*="_thumbnail_"]:empty') === null,
  );
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) =>
        image.complete || (image.loading === "lazy" && image.getBoundingClientRect().top > innerHeight),
    ),
  );
}

async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (
        animation.timeline === document.timeline &&
        animation.effect?.getComputedTiming().endTime !== Infinity
      )
        animation.finish();
  });
}

async function revisit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(() => document.fonts.ready);
  await page.reload();
}

async function scrollTo(page: Page, id: string): Promise<void> {
  await page.evaluate((heading) => {
    for (const section of document.querySelectorAll<HTMLElement>(".section"))
      section.style.contentVisibility = "visible";
    document.getElementById(heading)?.scrollIntoView({ behavior: "instant" });
  }, id);
}

async function openShelves(page: Page): Promise<void> {
  await page.goto("/shelves");
  await page.getByRole("article", { name: "From the kiln" }).waitFor();
}

async function openItems(page: Page): Promise<void> {
  await page.goto("/items");
  await page.getByText("Bud vase, sea glaze").waitFor();
}

async function rejectChange(page: Page): Promise<void> {
  const headers = { Origin: server.address };
  const [shelf] = (await (await page.request.get("/api/shelves")).json()) as { id: string }[];
  const made = await page.request.post(`/api/shelves/${shelf?.id}/items`, {
    headers,
    multipart: { title: "Stoneware bowl", url: "https://example.com/bowl" },
  });
  const { id } = (await made.json()) as { id: string };
  await page.goto("/items");
  await page.getByRole("searchbox", { name: "Search items" }).fill("Stoneware bowl");
  await page.getByRole("link", { name: "Edit Stoneware bowl" }).click();
  const dialog = page.getByRole("dialog");
  await page.route("**/api/sync*", (route) => route.abort());
  await dialog.getByLabel("Title").fill("Stoneware bowl, brown");
  await dialog.getByLabel("Price").fill("30 €");
  await dialog.getByRole("button", { name: "Update", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.request.delete(`/api/items/${id}`, { headers });
  await page.unroute("**/api/sync*");
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.getByText("1 needs attention").waitFor();
}

async function deleteSome(page: Page): Promise<void> {
  const headers = { Origin: server.address };
  const [shelf] = (await (await page.request.get("/api/shelves")).json()) as { id: string }[];
  const made = ["Celadon on porcelain", "Tenmoku, two coats"].map((title) =>
    page.request.post(`/api/shelves/${shelf?.id}/items`, {
      headers,
      multipart: { title, url: "https://mira.example/glazes", emoji: "🍵" },
    }),
  );
  for (const answer of await Promise.all(made)) {
    const { id } = (await answer.json()) as { id: string };
    await page.request.delete(`/api/items/${id}`, { headers });
  }
}

async function openKiln(page: Page): Promise<void> {
  await openShelves(page);
  await openShelf(page, "From the kiln");
  await page.getByRole("region", { name: "Items" }).getByRole("listitem").first().waitFor();
}
