/** The engine of every iPhone: the app is cached and the store holds, with the server stopped. */
import { expect, test } from "@playwright/test";
import { TestServer } from "#e2e/support/server";
import { WebKitGtk } from "#e2e/support/browsers/webkit-gtk";

/** Writes that an engine does not abort block the next page about every third time. */
const LEFT_WHILE_WRITING = 4;

test("in WebKit the app opens with the server stopped, and sends its change later", async () => {
  // A write at page close may or may not be stored: the plan has room for all.
  const server = await TestServer.start({ PLAN_LIMITS: "off" });
  const browser = await WebKitGtk.start();
  try {
    await browser.open(`${server.address}/login`);
    await browser.type("Email", "wanda@example.com");
    await browser.click("Continue with email");
    await browser.type("Verification code", await server.codeFor("wanda@example.com"));
    await browser.type("Username", "wanda");
    await browser.click("Create account");
    await browser.sees("Step 1 of 6");
    await browser.run(`
      const answers = new FormData();
      answers.set("trial", "false");
      const { ok } = await fetch("/api/complete-onboarding", { method: "POST", body: answers });
      if (!ok) throw new Error("The setup could not be completed");`);
    await browser.until(
      "the device has pulled the completed setup",
      `
      const name = (await indexedDB.databases()).map(({ name }) => name).find((name) => name.startsWith("shelv-0"));
      const opened = await new Promise((resolve) => { const opening = indexedDB.open(name); opening.onsuccess = () => resolve(opening.result); });
      const asked = opened.transaction("singles").objectStore("singles").get("onboarding");
      const stored = await new Promise((resolve) => (asked.onsuccess = () => resolve(asked.result)));
      opened.close();
      return stored?.completed === true;`,
    );
    await browser.open(`${server.address}/shelves`);
    await makeShelf(browser, "Books");
    await browser.sees("Saved everywhere");
    for (let left = 0; left < LEFT_WHILE_WRITING; left++) {
      await browser.click("New Shelf");
      await browser.type("Name", "Perhaps");
      await browser.click("Create Shelf");
      await browser.open(`${server.address}/shelves`);
      await browser.sees("Books");
    }
    await browser.until(
      "the app is cached",
      `
      const worker = await (await fetch("/service-worker.js")).text();
      const files = [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, file]) => "/" + file);
      return (await Promise.all(files.map((file) => caches.match(file, { ignoreSearch: true })))).every(Boolean);`,
    );

    // The last of these may be pending: changes without a server are counted separately.
    await browser.sees("Saved everywhere");
    await server.kill();
    await browser.reload();
    await browser.sees("Books");
    await makeShelf(browser, "Made without a server");
    await browser.sees("Offline (1 waiting)");
    await browser.reload();
    await browser.sees("Made without a server");
    await server.restart();
    await browser.sees("Saved everywhere");
    expect(await (await fetch(`${server.address}/wanda`)).text()).toContain("Made without a server");
  } finally {
    await browser.close();
    await server.discard();
  }
});

async function makeShelf(browser: WebKitGtk, name: string): Promise<void> {
  await browser.click("New Shelf");
  await browser.type("Name", name);
  await browser.click("Create Shelf");
  await browser.sees(name);
}
