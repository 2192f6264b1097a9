import { expect, test } from "vitest";
import { offlineDocument, SCRIPT } from "./offline-document.ts";

test("the saved pages are listed in the given order", async () => {
  const html = await offlineDocument(["noor", "mira_2"]).text();
  expect(html).toContain("You're offline.");
  expect(
    [...html.matchAll(/<li><a [^>]*href="(.*?)">(.*?)<\/a>/g)].map(([, to, text]) => [to, text]),
  ).toEqual([
    ["/noor", "@noor"],
    ["/mira_2", "@mira_2"],
  ]);
});

test("a device without saved pages says so", async () => {
  expect(await offlineDocument([]).text()).toContain("No pages are saved on this device yet.");
});

test("it cannot be taken for the requested page", () => {
  const answer = offlineDocument([]);
  expect(answer.status).toBe(503);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
});

test("its own script runs, and no other", async () => {
  const answer = offlineDocument([]);
  expect(await answer.text()).toContain(`<script>${SCRIPT}</script>`);
  const hash = btoa(
    String.fromCharCode(
      ...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(SCRIPT))),
    ),
  );
  expect(answer.headers.get("Content-Security-Policy")).toContain(
    `default-src 'none'; script-src 'sha256-${hash}';`,
  );
});
