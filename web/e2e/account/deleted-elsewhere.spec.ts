import { expect, expectNoAxeFindings, test } from "#e2e/support/app-test";
import { storedAccounts } from "#e2e/support/page/stored-accounts";
import { untilAppCached } from "#e2e/support/page/cached-app";
import { postAs, postCode } from "#e2e/support/owner-request";
import { makeShelf, savedEverywhere, syncState } from "#e2e/support/steps/shelf-steps";
import { signIn, signUp } from "#e2e/support/steps/sign-up";

test("unsent changes of a deleted account are never sent to its owner's next one", async ({
  page,
  context,
  server,
  openDevice,
  consoleWatch,
}) => {
  consoleWatch.allow(/net::ERR_/, /EventSource/, /401/);
  const { email } = await signUp(page, server, { username: "ada" });
  await makeShelf(page, "Books");
  await savedEverywhere(page);
  await untilAppCached(page);
  await context.setOffline(true);
  await makeShelf(page, "Made offline");
  await expect(syncState(page)).toHaveAttribute("data-phase", "offline");

  const other = await openDevice();
  await signIn(other, server, { email });
  await postAs(other.request, server.address)("/api/user/deletion-code");
  const deleted = await other.request.delete("/api/user", {
    headers: { Origin: server.address },
    data: { code: await server.codeFor(email) },
  });
  expect(deleted.status()).toBe(204);

  await context.setOffline(false);
  await expect(syncState(page)).toHaveText("Sign in to sync 1 change");

  const post = postAs(page.request, server.address);
  await postCode(post, server, email);
  await post("/api/auth/complete-registration", { data: { username: "ada_again" } });
  await post("/api/complete-onboarding", { multipart: { trial: "false" } });
  await page.goto("/login?step=signed-in&next=/shelves");
  await page.waitForURL(({ pathname }) => pathname === "/shelves");

  await expect(syncState(page)).toHaveAttribute("data-phase", "rejected");
  await expect(page.getByRole("article", { name: "Made offline" })).toHaveCount(0);
  await syncState(page).getByRole("link").click();
  const change = page.getByRole("article").filter({ hasText: "Made offline" });
  await expect(change).toContainText("This belongs to @ada, a deleted account, so it can't be saved");
  await expect(change.getByRole("button")).toHaveText(["Copy", "Discard"]);
  await expectNoAxeFindings(page);
  await expect.poll(() => storedAccounts(page)).toHaveLength(1);

  await page.reload();
  await expect(change).toBeVisible();
  expect(await (await page.request.get("/api/shelves")).json()).toEqual([]);
  await change.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("heading", { name: "Nothing waiting" })).toBeVisible();
  await savedEverywhere(page);
});
