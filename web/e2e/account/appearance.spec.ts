import type { Locator, Page } from "@playwright/test";
import { expect, expectNoAxeFindings, NETWORK_GONE, onlineTest, test } from "#e2e/support/app-test";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { postAs } from "#e2e/support/owner-request";
import { makeShelf, syncState, viewShelf } from "#e2e/support/steps/shelf-steps";
import { signIn, signUp } from "#e2e/support/steps/sign-up";
import { BOTH_SIZES } from "#e2e/support/tags";

/** In the accessibility tree: Playwright's own computation skips an `<output>`. */
async function cssDescription(page: Page): Promise<string> {
  const client = await page.context().newCDPSession(page);
  const { root } = await client.send("DOM.getDocument");
  const { nodeId } = await client.send("DOM.querySelector", {
    nodeId: root.nodeId,
    selector: "[data-path=customCss]",
  });
  const { nodes } = await client.send("Accessibility.getPartialAXTree", { nodeId, fetchRelatives: false });
  await client.detach();
  return String(nodes[0]?.description?.value ?? "");
}

const expectInSight = (part: Locator) =>
  expect
    .poll(() =>
      part.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      }),
    )
    .toBe(true);
test(
  "a look chosen offline beside the live page reaches visitors and the other device",
  BOTH_SIZES,
  async ({ page, server, openDevice, consoleWatch }) => {
    test.slow();
    consoleWatch.allow(...NETWORK_GONE);
    const owner = await signUp(page, server, { username: "aino" });
    await makeShelf(page, "Kitchen");
    for (const name of ["Books", "Films"])
      await postAs(page.request, server.address)("/api/shelves", { data: { name } });
    await page.goto("/appearance");
    const preview = page.frameLocator('iframe[title="Your page as visitors will see it"]');
    const wall = preview.locator(".shelv-page");
    const scrolled = () => wall.evaluate((page) => page.ownerDocument.defaultView?.scrollY ?? 0);
    await expect(preview.getByRole("heading", { name: "Kitchen" })).toBeAttached();
    await expectNoAxeFindings(page);
    await expect(syncState(page)).toHaveText("Saved everywhere");
    await untilAppCached(page);

    await test.step("offline and after a reload, every choice shows in the preview before it is saved", async () => {
      await page.context().setOffline(true);
      await page.reload();
      await expect(wall).toHaveAttribute("data-background", "solid");
      const notSaved = page.getByText("Not saved yet");
      await expect(notSaved).toBeHidden();
      await page.getByRole("radio", { name: "Dark Sleek & Modern" }).check();
      await expect(notSaved, "beside the header's Offline").toBeVisible();
      await expect(wall).toHaveAttribute("data-background", "glass");
      await expect(wall).toHaveAttribute("data-theme", "dark");
      await expect(page.getByLabel("Hex")).toHaveValue("#6366F1");
      await expect(page.getByRole("switch", { name: "Dark mode" })).toBeChecked();
      await page.getByRole("switch", { name: "Dark mode" }).click();
      await expect(wall).toHaveAttribute("data-theme", "light");
      const sample = page.locator("label", { has: page.getByRole("radio", { name: /^Dark/ }) });
      await expect(sample.locator("[data-background]"), "the template as it is").toHaveAttribute(
        "data-theme",
        "dark",
      );
      await page.getByRole("slider", { name: "Hue" }).focus();
      await page.keyboard.press("Home");
      await expect(page.getByLabel("Hex")).toHaveValue("#F26464");
      await page.getByRole("button", { name: "#34C759" }).click();
      await expect(page.getByLabel("Hex")).toHaveValue("#34C759");
      expect(await scrolled()).toBe(0);
      await page.getByRole("tab", { name: "Styling" }).click();
      await expect.poll(scrolled, "the preview scrolls to the board").toBeGreaterThan(0);
      await expectInSight(page.getByText("Font", { exact: true }));
      const isBoardWhole = () =>
        wall.evaluate((page) => {
          const board = page.querySelector(".shelv-board")?.getBoundingClientRect();
          return board && board.top >= 0 && board.bottom <= page.ownerDocument.documentElement.clientHeight;
        });
      await expect.poll(isBoardWhole, "the preview shows the board").toBe(true);
      await page.getByRole("radio", { name: /^Wood/ }).check();
      await expect(wall).toHaveAttribute("data-background", "wood");
      await expectNoAxeFindings(page);
      await expect(page).toHaveURL(/\?tab=styling$/);
    });

    await test.step("an invalid colour shows an error under its field, and nothing is saved", async () => {
      await page.getByRole("tab", { name: "Theme" }).click();
      await expect.poll(scrolled).toBe(0);
      const hue = await page.getByRole("slider", { name: "Hue" }).inputValue();
      await page.getByLabel("Hex").fill("#12");
      await page.getByRole("tab", { name: "Advanced" }).click();
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expect(page.getByText("Must be a valid hex color")).toBeVisible();
      await expect(page.getByLabel("Hex")).toBeFocused();
      await expect(
        page.getByRole("slider", { name: "Hue" }),
        "the colour before the invalid one",
      ).toHaveValue(hue);
      await page.getByLabel("Hex").fill("#FF00FF0");
      await expect(page.getByLabel("Hex")).toHaveValue("#FF00FF0");
      await page.getByLabel("Hex").fill(" #FF2D55 ");
      await expect(page.getByRole("slider", { name: "Hue" })).toHaveValue("349");
      await page.getByLabel("Hex").fill(" #34C759 ");
    });

    await test.step("a look saved offline reaches the server and the second device when the network returns", async () => {
      const save = page.getByRole("button", { name: "Save Changes" });
      const said = await save.evaluateHandle((button) => {
        const texts: (string | null)[] = [];
        new MutationObserver(() => texts.push(button.textContent)).observe(button, {
          subtree: true,
          childList: true,
          characterData: true,
        });
        return texts;
      });
      await save.click();
      await expect(page.getByText("Appearance settings saved successfully", { exact: true })).toBeVisible();
      await expect(save).toBeDisabled();
      await expect(page.getByText("Not saved yet")).toBeHidden();
      expect(await said.jsonValue()).toEqual(["Saving...", "Save Changes"]);
      const own = await page.context().newPage();
      await own.goto(`/${owner.username}`);
      await expect(own.getByText("This is your page as saved on this device.")).toBeVisible();
      const walls = () =>
        Promise.all(
          [wall, own.frameLocator("iframe").locator(".shelv-page")].map((drawn) =>
            drawn.evaluate((page) => getComputedStyle(page).background),
          ),
        );
      await expect.poll(async () => new Set(await walls()).size, "it looks as it was chosen").toBe(1);
      await expectNoAxeFindings(own);
      expect(
        await own.evaluate(() => document.documentElement.scrollHeight - window.innerHeight),
        "the page scrolls only in its frame",
      ).toBe(0);
      const [landing] = await Promise.all([
        own.waitForEvent("popup"),
        own.frameLocator("iframe").getByRole("link", { name: "made with Shelv" }).click(),
      ]);
      await landing.close();
      await expect(own.frameLocator("iframe").getByRole("link", { name: "made with Shelv" })).toBeVisible();
      await own.close();
      await page.context().setOffline(false);
      await expect(syncState(page)).toHaveText("Saved everywhere", { timeout: 30_000 });
      expect(await (await page.request.get("/api/settings")).json()).toMatchObject({
        template: "dark",
        primaryColor: "#34C759",
        isDarkMode: false,
        shelfBackground: "wood",
      });
      const laptop = await openDevice();
      await laptop.goto(`/${owner.username}`);
      await expect(laptop.locator(".shelv-page")).toHaveAttribute("data-background", "wood");
      await signIn(laptop, server, owner);
      await laptop.goto("/appearance?tab=styling");
      await expect(laptop.getByRole("radio", { name: /^Wood/ })).toBeChecked();
      await laptop.getByRole("tab", { name: "Theme" }).click();
      await expect(laptop.getByLabel("Hex")).toHaveValue("#34C759");
    });
  },
);

test("while a choice is not saved, the header does not say that all is", async ({ page, server }) => {
  await signUp(page, server, { username: "vera" });
  await page.goto("/appearance");
  await expect(syncState(page)).toHaveText("Saved everywhere");
  await page.getByRole("radio", { name: "Warm Warm & Inviting" }).check();
  await expect(page.getByText("Not saved yet")).toBeVisible();
  await expect(syncState(page)).toBeHidden();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(syncState(page)).toBeVisible();
});

onlineTest(
  "fonts and custom CSS are marked as Pro, the credit's switch as Premium",
  async ({ page, server }) => {
    await signUp(page, server, { username: "bo-free" });
    await page.goto("/appearance");
    await page.getByRole("tab", { name: "Styling" }).click();
    await expect(page.getByText("Custom CSS and fonts are part of the Pro plan")).toBeVisible();
    await expect(page.getByRole("radio", { name: "Serif" })).toBeDisabled();
    await page.getByRole("tab", { name: "Advanced" }).click();
    await expect(page.getByLabel("Custom CSS", { exact: true })).not.toBeEditable();
    const credit = page.getByRole("switch", { name: "Show “made with Shelv”" });
    await expect(credit).toBeChecked();
    await expect(credit).toBeDisabled();
    await expect(credit).toHaveAccessibleDescription(
      "At the foot of your page. Hiding our name is part of the Premium plan",
    );
    await expectNoAxeFindings(page);
    await test.step("a look saved under another plan stays, and is no longer marked as in use", async () => {
      const put = async (path: string, data: object) => {
        const answer = await page.request.put(path, { headers: { Origin: server.address }, data });
        expect(answer.ok(), await answer.text()).toBe(true);
      };
      await put("/api/user/plan", { plan: "pro" });
      await put("/api/settings", { customCss: ".shelv-name { letter-spacing: 7px }" });
      const css = page.getByLabel("Custom CSS", { exact: true });
      await expect(css).toHaveValue(/letter-spacing/);
      await expect(page.getByText("All of it is used.")).toBeVisible();
      await put("/api/user/plan", { plan: "free" });
      await expect(page.getByText("Custom CSS and fonts are part of the Pro plan")).toBeVisible();
      await expect(css).toHaveValue(/letter-spacing/);
      await expect(page.getByText("All of it is used.")).toBeHidden();
    });
  },
);

test.describe("on a server without limits", () => {
  test.use({ serverEnv: { PLAN_LIMITS: "off" } });

  test(
    "errors and typed text stay visible below CSS longer than its field",
    BOTH_SIZES,
    async ({ page, server, isMobile }) => {
      await signUp(page, server, { username: "css-long" });
      await page.goto("/appearance?tab=advanced");
      const css = page.getByLabel("Custom CSS", { exact: true });
      await css.fill(
        Array.from({ length: 40 }, (_, at) =>
          at % 8 === 3 ? ".shelv-bio { colr: red }" : ".shelv-name { letter-spacing: 0 }",
        ).join("\n"),
      );
      const report = page.getByRole("status").filter({ hasText: "What doesn't work" });
      const problems = report.getByRole("listitem");
      await expect(problems).toHaveCount(5);
      await css.press("ControlOrMeta+End");
      await css.pressSequentially("\n.shelv-bio { colr: red }");
      await expect(report).toContainText("What doesn't work (6)");
      await expectInSight(problems.first());
      const edgesOf = (part: Locator) =>
        part.evaluate(
          (element) => element.getBoundingClientRect().toJSON() as { top: number; bottom: number },
        );
      expect((await edgesOf(css)).bottom).toBeLessThanOrEqual((await edgesOf(report)).top);
      await css.press("ControlOrMeta+Home");
      await css.pressSequentially("/* */");
      await expectInSight(problems.first());
      const preview = await edgesOf(page.getByRole("region", { name: "Live preview" }));
      if (isMobile) expect((await edgesOf(css)).top).toBeGreaterThanOrEqual(preview.bottom - 12);
      await expectNoAxeFindings(page);

      await css.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - innerHeight + 200));
      expect(
        await css.evaluate((element) => {
          const { x, y } = element.getBoundingClientRect();
          return document.elementFromPoint(x + 20, y + 40) === element;
        }),
      ).toBe(true);
    },
  );

  onlineTest(
    "custom CSS changes only the preview, and its removed parts are listed by line",
    async ({ page, server }) => {
      await signUp(page, server, { username: "css-owner" });
      await page.goto("/appearance");
      await page.getByRole("tab", { name: "Advanced" }).click();
      await page
        .getByLabel("Custom CSS", { exact: true })
        .fill(
          ".shelv-name { letter-spacing: 7px }\n@import 'x.css';\nbody, main { display: none }\n.shelv-bio { colr: red; color: rde }\n.shelv-bio:hovr { color: red }\n@keyframes turn { 50% { opacity: 0 } }",
        );
      const preview = page.frameLocator("iframe");
      await expect(preview.locator(".shelv-name")).toHaveCSS("letter-spacing", "7px");
      await expect(page.getByRole("status").getByRole("listitem")).toHaveText([
        "Line 2: @import is not allowed here",
        "Line 4: This browser does not know colr",
        "Line 4: This browser does not know color: rde",
        "Line 5: This browser does not know .shelv-bio:hovr",
      ]);
      await expect
        .poll(() => cssDescription(page))
        .toMatch(/^Only changes your page\. .*What doesn't work \(4\).*Line 2: @import is not allowed here/);
      await expect(page.getByRole("main").getByRole("button", { name: "Save Changes" })).toBeVisible();
      await expect(preview.getByText("made with Shelv")).toBeAttached();
      await page.getByRole("switch", { name: "Show “made with Shelv”" }).click();
      await expect(preview.getByText("made with Shelv")).not.toBeAttached();
      await expectNoAxeFindings(page);
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expect(syncState(page)).toHaveText("Saved everywhere");
      await expect
        .poll(async () => (await page.request.get("/css-owner")).text())
        .toContain("letter-spacing:7px");
      expect(await (await page.request.get("/css-owner")).text()).not.toContain("made with Shelv");

      const css = page.getByLabel("Custom CSS", { exact: true });
      await css.fill(`/*${"x".repeat(20_000)}*/`);
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expect(page.getByText("Must be at most 20000 characters")).toBeVisible();
      await page.getByRole("radio", { name: "Dark Sleek & Modern" }).check();
      await expect(preview.locator(".shelv-page")).toHaveAttribute("data-theme", "dark");
      await expect(css).toHaveAccessibleDescription(/Must be at most 20000 characters/);
      await expect
        .poll(() => cssDescription(page))
        .toMatch(
          /Must be at most 20000 characters.*Only changes your page\..*None of this CSS is used\. It is longer than 20,000 characters\./,
        );

      // Too deep for the device to parse.
      await css.fill(`\n@supports ${"(".repeat(9000)}${")".repeat(9000)}{a{top:0}}`);
      await expect(
        page
          .getByRole("status")
          .filter({ hasText: "None of this CSS is used. Brackets are nested more than 16 deep." }),
      ).toContainText("Line 2: Brackets are nested more than 16 deep");

      // Content as high as the frame must not make it grow without end.
      await page
        .getByLabel("Custom CSS", { exact: true })
        .fill(".shelv-page, .shelv-page * { min-height: 100vh }");
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expect(page.getByRole("button", { name: "Save Changes" })).toBeDisabled();
      await page.goto("/shelves");
      await makeShelf(page, "Tall");
      await viewShelf(page, "Tall");
      const height = () => page.locator("iframe").evaluate((frame) => frame.clientHeight);
      await expect(preview.getByText("Tall")).toBeAttached();
      const frames = () =>
        page.evaluate(async () => {
          for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame);
        });
      await expect
        .poll(async () => {
          const before = await height();
          await frames();
          return (await height()) - before;
        })
        .toBe(0);
      expect(await height()).toBeLessThan(2001);
    },
  );
});
