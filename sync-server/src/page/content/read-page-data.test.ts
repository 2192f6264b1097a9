import type { ItemAnswer } from "@shelv/contract/routes/items";
import type { ShelfAnswer } from "@shelv/contract/routes/shelves";
import { expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const AGENT = {
  "User-Agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
};

async function ownerWithItem() {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const shelf = (await (await ada.post("/api/shelves", { name: "Books" })).json()) as ShelfAnswer;
  const form = { title: "Emma", url: "https://example.org/" };
  const item = (await (await ada.form("POST", `/api/shelves/${shelf.id}/items`, form)).json()) as ItemAnswer;
  const page = async () => (await server.browser().get("/ada")).text();
  const visit = [{ eventType: "view" }, { eventType: "click", itemId: item.id }];
  const events = visit.map((event) => ({ username: "ada", ...event }));
  const click = () => server.browser().post("/api/analytics/track", { events }, AGENT);
  return { server, ada, page, click };
}

test("A page whose owner shows clicks has them at most a minute old, and no zero; a new account shows none", async () => {
  const { server, ada, page, click } = await ownerWithItem();
  await ada.put("/api/user/settings", { showAnalytics: true });
  expect(await page()).not.toContain("click<");
  expect(await page()).not.toContain("0 clicks");
  expect((await click()).status).toBe(204);
  expect(await page()).not.toContain("click<");
  server.wait(MINUTE_MS);
  expect(await page()).toContain("1 click<");
  await ada.put("/api/user/settings", { showAnalytics: false });
  expect(await page()).not.toContain("click<");
  const newcomer = await ownerWithItem();
  await newcomer.click();
  newcomer.server.wait(MINUTE_MS);
  expect(await newcomer.page()).not.toContain("click<");
});

test("A page loses a trial's features when the trial ends, without any change", async () => {
  const { server, ada, page } = await ownerWithItem();
  await ada.put("/api/user/plan", { plan: "premium" });
  await ada.put("/api/settings", { showsCredit: false });
  expect(await page()).not.toContain("made with Shelv");
  server.wait(14 * DAY_MS - 1);
  expect(await page()).not.toContain("made with Shelv");
  server.wait(1);
  expect(await page()).toContain("made with Shelv");
});
