import { expect, test } from "@playwright/test";
import { emailOf } from "#e2e/support/owner-request";
import { TestServer } from "#e2e/support/server";
import { WebKitGtk } from "#e2e/support/browsers/webkit-gtk";

/** Writes that an engine does not abort block the next page about every third time. */
const LEFT_WHILE_WRITING = 4;

test("in WebKit the app opens with the server stopped, and sends its change later", async () => {
  // A write at page close may or may not be stored: the plan has room for all.
  const server = await TestServer.start({ PLAN_LIMITS: "off" });
  const browser = await WebKitGtk.start();
  try {
    await signUp(browser, server, "wanda");
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

async function signUp(browser: WebKitGtk, server: TestServer, username: string): Promise<void> {
  const email = emailOf(username);
  await browser.open(`${server.address}/login`);
  await browser.type("Email", email);
  await browser.click("Continue with email");
  await browser.type("Verification code", await server.codeFor(email));
  await browser.type("Username", username);
  await browser.click("Create account");
  await browser.sees("Step 1 of 6");
}

async function makeShelf(browser: WebKitGtk, name: string): Promise<void> {
  await browser.click("New Shelf");
  await browser.type("Name", name);
  await browser.click("Create Shelf");
  await browser.sees(name);
}

test("in WebKit a picture loses its background, and keys touch it up and enlarge it", async () => {
  const server = await TestServer.start({ PLAN_LIMITS: "off" });
  const browser = await WebKitGtk.start();
  try {
    await signUp(browser, server, "wilma");
    await browser.run(`
      const answers = new FormData();
      answers.set("goal", "creator");
      const { ok } = await fetch("/api/complete-onboarding", { method: "POST", body: answers });
      if (!ok) throw new Error("The setup could not be completed");
      await fetch("/api/shelves", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name: "Bowls" }) });`);
    await browser.open(`${server.address}/items?item=new`);
    await browser.click("More");
    await browser.type("Title", "A red ball");
    await browser.run(`
      const canvas = Object.assign(document.createElement("canvas"), { width: 600, height: 500 });
      const paint = canvas.getContext("2d");
      paint.fillStyle = "#e8e4dc";
      paint.fillRect(0, 0, 600, 500);
      paint.fillStyle = "#b3261e";
      paint.beginPath();
      paint.arc(300, 250, 150, 0, 7);
      paint.fill();
      const file = new File([await new Promise((resolve) => canvas.toBlob(resolve))], "ball.png", { type: "image/png" });
      const files = new DataTransfer();
      files.items.add(file);
      const input = document.querySelector("[role=dialog] input[type=file]");
      input.files = files.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));`);
    await browser.until(
      "the background is removed",
      `return [...document.querySelectorAll("[role=dialog] button")].some(({ textContent }) => textContent === "Touch up the cut-out");`,
    );
    await browser.click("Touch up the cut-out");
    await browser.until(
      "the picture is open",
      `return document.querySelector("[role=application] canvas") !== null;`,
    );
    const painted = await browser.run<number[]>(`
      const place = document.querySelector("[role=application]");
      const canvas = place.querySelector("canvas");
      const alpha = () => canvas.getContext("2d").getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3];
      const before = alpha();
      for (const key of ["+", " "]) {
        place.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        place.dispatchEvent(new KeyboardEvent("keyup", { key, bubbles: true }));
        await new Promise((done) => setTimeout(done, 50));
      }
      const scale = new DOMMatrix(getComputedStyle(canvas).transform).a;
      return [before, alpha(), scale];`);
    expect(painted).toEqual([255, 56, 1.5]);
    await browser.click("Use this cut-out");
    await browser.until(
      "the dialog is closed",
      `return document.querySelector("[role=application]") === null;`,
    );
  } finally {
    await browser.close();
    await server.discard();
  }
});
