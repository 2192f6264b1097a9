import { expect, test } from "vitest";
import { Device } from "#testing/device";
import { openTestServer } from "#testing/open-test-server";
import { PHONE } from "#testing/visitor";
import { restorePage, suspendPage } from "./suspend-page.ts";

const PUBLIC_URL = "https://shelv.example";

async function openPage() {
  const server = await openTestServer({ env: { PUBLIC_URL, PAGE_HOST: "shelv.example" } });
  const ada = await server.signedIn("ada@example.org", "Ada");
  await ada.post("/api/shelves", { name: "Books" });
  const device = await Device.of(ada);
  const visitor = server.browser();
  const preview =
    /og:image" content="https:\/\/shelv\.example([^"]+)"/.exec(
      await (await visitor.get("/Ada")).text(),
    )?.[1] ?? "";
  const statuses = async () => ({
    page: (await visitor.get("/Ada")).status,
    otherCase: (await visitor.get("/ada", { Accept: "text/html" })).status,
    subdomain: (await visitor.get("/", { Host: "ada.shelv.example" })).status,
    api: [(await visitor.get("/api/users/ada")).status, (await visitor.get("/api/users/ada/shelves")).status],
    preview: (await visitor.get(preview)).status,
    isInSitemap: (await (await visitor.get("/sitemap-1.xml")).text()).includes("/Ada<"),
  });
  return { server, ada, device, visitor, statuses };
}

test("A suspended page is gone from every address, and a restored one is back at all of them", async () => {
  const { server, statuses } = await openPage();
  const shown = await statuses();
  expect(shown).toEqual({
    page: 200,
    otherCase: 301,
    subdomain: 200,
    api: [200, 200],
    preview: 200,
    isInSitemap: true,
  });
  expect(await suspendPage(server.place, "ADA", " Phishing: it asks for card numbers ")).toContain(
    "The page of Ada is suspended.",
  );
  server.wait(60_000);
  expect(await statuses()).toEqual({
    page: 451,
    otherCase: 451,
    subdomain: 451,
    api: [451, 451],
    preview: 404,
    isInSitemap: false,
  });
  expect(await restorePage(server.place, "ada")).toContain("The page of Ada is shown again.");
  expect(await statuses()).toEqual(shown);
});

test("The answer for a suspended page reveals neither owner nor reason, even to its owner, and is never cached", async () => {
  const { server, ada, visitor } = await openPage();
  await suspendPage(server.place, "ada", "Phishing");
  server.wait(60_000);
  for (const browser of [visitor, ada]) {
    const answer = await browser.get("/Ada");
    const html = await answer.text();
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([
      451,
      "private, no-store, no-transform",
    ]);
    expect(html).toContain("This page is not available");
    expect(html).toContain('content="noindex"');
    for (const text of ["Ada", "Books", "Phishing"]) expect(html).not.toContain(text);
  }
});

test("An owner's devices learn why the page is suspended, continue to sync, and learn when it is back", async () => {
  const { server, ada, device } = await openPage();
  const accountIn = ({ rows }: Awaited<ReturnType<Device["sync"]>>) =>
    rows.find(({ row }) => row.id === "account")?.row;
  await suspendPage(server.place, "ada", "Phishing");
  expect(accountIn(await device.sync())).toMatchObject({ suspension: "Phishing", username: "Ada" });
  expect((await ada.post("/api/shelves", { name: "Kitchen" })).status).toBe(200);
  await restorePage(server.place, "ada");
  expect(accountIn(await device.sync())).not.toHaveProperty("suspension");
});

test("Nothing is counted on a suspended page", async () => {
  const { server, ada, visitor } = await openPage();
  const view = () =>
    visitor.post("/api/analytics/track", { username: "ada", eventType: "view" }, { "User-Agent": PHONE });
  await suspendPage(server.place, "ada", "Phishing");
  await view();
  const views = async () =>
    ((await (await ada.get("/api/analytics/summary")).json()) as { views: { total: number } }).views.total;
  expect(await views()).toBe(0);
  await restorePage(server.place, "ada");
  await view();
  expect(await views()).toBe(1);
});

test("A suspension without a reason, or of an unknown name, gives an error message", async () => {
  const { server } = await openPage();
  await expect(suspendPage(server.place, "ada", " ")).rejects.toThrow("Say why");
  await expect(suspendPage(server.place, "ada", "x".repeat(301))).rejects.toThrow(
    "The reason can have 300 characters.",
  );
  await expect(suspendPage(server.place, "eve", "Phishing")).rejects.toThrow("Nobody has the username eve.");
  await expect(restorePage(server.place, "eve")).rejects.toThrow("Nobody has the username eve.");
});
