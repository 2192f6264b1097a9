import type { Page } from "@playwright/test";
import { gunzipSync } from "node:zlib";
import { expect, onlineTest as test } from "#e2e/support/app-test";
import { axeFindings } from "#e2e/support/axe";
import { type Interception, Proxy } from "#e2e/support/network/proxy";
import { storedAccounts } from "#e2e/support/page/stored-accounts";
import { makeShelf, savedEverywhere, storedNames, syncState } from "#e2e/support/steps/shelf-steps";
import { signUp } from "#e2e/support/steps/sign-up";

const firewall =
  (target: string, text: string): Interception =>
  async (request, response) => {
    if (request.url !== "/api/sync" || request.method !== "POST") return false;
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    const isGzipped = request.headers["content-encoding"] === "gzip";
    if ((isGzipped ? gunzipSync(body) : body).includes(text)) {
      response.writeHead(403, { "Content-Type": "text/html" }).end("<h1>Blocked by policy</h1>");
      return true;
    }
    const { cookie = "", "x-user": user = "" } = request.headers;
    const answer = await fetch(`${target}/api/sync`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(isGzipped ? { "Content-Encoding": "gzip" } : {}),
        cookie,
        "x-user": String(user),
        origin: target,
      },
      body,
    });
    response.writeHead(answer.status, { "Content-Type": "application/json", "X-Shelv": "1" });
    response.end(Buffer.from(await answer.arrayBuffer()));
    return true;
  };

const tenMinutesLater = async (page: Page) => {
  const [name = ""] = await storedAccounts(page);
  await page.evaluate(async (name) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name);
      opening.addEventListener("success", () => resolve(opening.result));
    });
    const meta = database.transaction("meta", "readwrite").objectStore("meta");
    await new Promise<void>((resolve) => {
      const reading = meta.get("sync") as IDBRequest<{ blocked: { sinceMs: number; times: number } | null }>;
      reading.addEventListener("success", () => {
        const { blocked } = reading.result;
        if (blocked) Object.assign(blocked, { times: 9, sinceMs: blocked.sinceMs - 11 * 60_000 });
        meta.put(reading.result).addEventListener("success", () => resolve());
      });
    });
    database.close();
  }, name);
};

test("a change that a firewall refuses moves to the tray after a while, and the rest is saved", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.allow(/403/, /EventSource/, /net::ERR_/);
  const proxy = await Proxy.before(server);
  await signUp(page, server, { username: "vera" }, proxy.address);
  await savedEverywhere(page);
  proxy.intercept = firewall(server.address, "Casino chips");
  await makeShelf(page, "Casino chips");
  await makeShelf(page, "Mugs");
  await expect(syncState(page)).toHaveAttribute("data-phase", "saved-here", { timeout: 30_000 });
  await expect(syncState(page)).toContainText("Saved on this device (2 waiting)");

  const goOn = () => page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(async () => {
    await tenMinutesLater(page);
    await goOn();
    expect(await storedNames(page, server)).toEqual(["Mugs"]);
  }).toPass();
  await expect(syncState(page)).toHaveAttribute("data-phase", "rejected");
  await page.goto(`${proxy.address}/unsaved`);
  const entry = page.getByRole("article").filter({ hasText: "Casino chips" });
  await expect(entry).toContainText("Your network refuses this change");
  await expect(entry).toContainText("Made on");
  for (const name of ["Retry", "Copy", "Discard"])
    await expect(entry.getByRole("button", { name, exact: true })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  proxy.intercept = () => false;
  await entry.getByRole("button", { name: "Retry" }).click();
  await savedEverywhere(page);
  expect((await storedNames(page, server)).toSorted()).toEqual(["Casino chips", "Mugs"]);
  await proxy.close();
});
