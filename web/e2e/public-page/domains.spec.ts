import { expect, expectNoAxeFindings, test as base } from "#e2e/support/app-test";
import { freePort } from "#e2e/support/network/free-port";
import { type NameServer, startNameServer } from "#e2e/support/network/name-server";
import { signUp } from "#e2e/support/steps/sign-up";
import { openDashboard } from "#e2e/support/steps/navigation-steps";

const NAME = "www.ada.com";
const PAGE_HOST = "pages.example";

const test = base.extend<{ dns: NameServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads fixture names from this pattern.
  dns: async ({}, use) => {
    const dns = await startNameServer([{ type: "A", name: PAGE_HOST, value: "192.0.2.1" }]);
    await use(dns);
    await dns.stop();
  },
  serverEnv: async ({ dns }, use) => {
    const port = String(await freePort());
    await use({ PORT: port, PUBLIC_URL: `http://localhost:${port}`, PAGE_HOST, DNS_SERVERS: dns.address });
  },
});

test("a domain is added, verified as its records appear, and removed", async ({
  page,
  server,
  dns,
  context,
  consoleWatch,
}) => {
  consoleWatch.allow(/400|net::ERR_INTERNET_DISCONNECTED/);
  await signUp(page, server, { username: "ada" });
  const atName = () =>
    page.request.get(`${server.address}/`, { headers: { Host: `${NAME}:${new URL(server.address).port}` } });
  await page.goto("/account?tab=settings");
  const section = page.getByRole("region", { name: "Your own domain" });
  await expect(section.getByText("Your own domain is part of the Premium plan.")).toBeVisible();
  const trial = page.getByRole("button", { name: "Start Premium trial" });
  await section.getByRole("link", { name: "See plans" }).click();
  await expect(trial).toBeVisible();
  await test.step("closed, the plans open at the next press", async () => {
    await page.getByRole("heading", { name: "Plan", exact: true }).click();
    await expect(trial).toBeHidden();
    await section.getByRole("link", { name: "See plans" }).click();
  });
  await trial.click();
  await expect(page.getByText("Saved everywhere").first()).toBeVisible();
  await section.getByRole("heading", { name: "Your own domain" }).click();

  await test.step("a half-typed domain asks before the form closes", async () => {
    await section.getByLabel("Domain", { exact: true }).fill("www.ada");
    await openDashboard(page);
    await page
      .getByRole("dialog", { name: "Leave without saving?" })
      .getByRole("button", { name: "Keep editing" })
      .click();
    await expect(section.getByLabel("Domain", { exact: true })).toHaveValue("www.ada");
  });
  const add = async (name: string) => {
    await section.getByLabel("Domain", { exact: true }).fill(name);
    await section.getByRole("button", { name: "Add domain" }).click();
  };
  await add("co.uk");
  await expect(
    section.getByText("co.uk is shared by many people. Type a domain below it, such as name.co.uk"),
  ).toBeVisible();
  await add(`https://${NAME}/about`);
  const card = section.getByRole("listitem").filter({ has: page.getByRole("heading", { name: NAME }) });
  await expect(card.getByText("Waiting")).toBeVisible();
  await expect(card.getByText("We can't find a TXT record yet.")).toBeVisible();
  const line = section.getByRole("heading", { name: "Your own domain" });
  await line.click();
  await expect(section.getByText(`${NAME} Waiting`), "a closed line says it too").toBeVisible();
  await expect(card).toBeHidden();
  await line.click();
  await expectNoAxeFindings(page);

  const [tokenName = "", token = "", aliasName = "", alias = ""] = await card
    .locator("code")
    .allTextContents();
  expect([tokenName, aliasName, alias, (await atName()).status()]).toEqual([
    `_shelv.${NAME}`,
    NAME,
    PAGE_HOST,
    421,
  ]);
  await page.evaluate(() =>
    Object.assign(navigator.clipboard, {
      writeText: () => Promise.reject(new DOMException("Not here.", "NotAllowedError")),
    }),
  );
  await card.getByRole("button", { name: "Copy the value of the TXT record" }).click();
  await expect(page.getByText("Your browser didn't allow copying", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => String(getSelection())), "the text is selected for copying by hand").toBe(
    token,
  );
  const check = card.getByRole("button", { name: `Check again: ${NAME}` });
  dns.records.push({ type: "TXT", name: tokenName, value: token });
  await check.click();
  await expect(card.getByText("Almost there")).toBeVisible();
  await expect(card.getByText("We can't find an address yet.")).toBeVisible();
  dns.records.push({ type: "CNAME", name: aliasName, value: alias });
  await check.click();
  await expect(card.getByText("Verified")).toBeVisible();
  await expect(card.getByRole("link", { name: NAME })).toHaveAttribute(
    "href",
    `http://${NAME}:${new URL(server.address).port}/`,
  );
  expect(await (await atName()).text()).toContain("@ada");

  const remove = card.getByRole("button", { name: `Remove ${NAME}` });
  await context.setOffline(true);
  await expect(section.getByText("You're offline")).toBeVisible();
  await expect(card.getByText("Your page is shown here.")).toBeVisible();
  await expect(remove).toBeDisabled();
  await context.setOffline(false);
  await remove.click();
  await expect(card).toHaveCount(0);
  await expect(section.getByLabel("Domain", { exact: true })).toBeFocused();
  expect((await atName()).status()).toBe(421);
});
