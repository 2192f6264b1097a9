import { expect, test } from "vitest";
import { pageSuspended, strangerDocument, strangerPage, userNotFound, waysOf } from "./stranger-page.ts";
import { STRANGER_CSS } from "#styles/stranger-style";

const documentOf = (page: Parameters<typeof strangerPage>[0]) =>
  strangerDocument({ ...page, css: STRANGER_CSS });

test("an unknown page says that there is no such user, and offers the name", () => {
  const page = documentOf(userNotFound({ username: "noor-ceramics" }));
  expect(page).toContain("<h1>User Not Found</h1>");
  expect(page).toContain("The user you're looking for doesn't exist or has been removed.");
  expect(page).toContain('<div class="plate">@noor-ceramics</div>');
  expect(page).toMatch(/<a [^>]*href="\/login\?username=noor-ceramics">Claim this name<\/a>/);
  expect(page).toMatch(/<a [^>]*href="\/">Home<\/a>/);
});

test("text does not change its width after the first paint: a font that comes late is not shown", () => {
  expect(STRANGER_CSS).toMatch(/font-family:Inter;[^}]*font-display:optional/);
  expect(STRANGER_CSS).not.toContain("font-display:swap");
});

test("a page's own host without a page leads to the app, and offers no name", () => {
  const page = documentOf(userNotFound({ appUrl: "https://shelv.example" }));
  expect(page.match(/href="[^"]+"/g)).toEqual([
    'href="/icons/shelv.svg"',
    'href="https://shelv.example/"',
    'href="https://shelv.example/"',
  ]);
  expect(page).not.toContain("Claim");
});

test("a suspended page leads home, and names no owner", () => {
  const page = strangerPage(pageSuspended({}));
  expect(page).toContain("This page is not available");
  expect(page).toMatch(/<a class="button" href="\/">Home<\/a>/);
  expect(page).not.toContain("@");
});

test("only the first way on is a filled button", () => {
  expect(
    waysOf([
      { text: "A", to: "/a" },
      { text: "B", to: "/b" },
    ]),
  ).toBe(
    '<nav class="ways"><a class="button" href="/a">A</a><a class="button button-quiet" href="/b">B</a></nav>',
  );
});

test("all pages of the shell have the page's typeface and dark colours, and nothing that a CSP without styles forbids", () => {
  expect(STRANGER_CSS).toContain("@font-face{font-family:Inter;");
  expect(STRANGER_CSS).toContain("@media (prefers-color-scheme:dark)");
  for (const page of [userNotFound({ username: "noor" }), pageSuspended({})])
    expect(strangerPage(page)).not.toMatch(/\s(?:style|on\w+)=/);
});
