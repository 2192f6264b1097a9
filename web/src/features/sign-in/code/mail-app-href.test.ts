import { expect, test } from "vitest";
import { mailAppHref } from "./mail-app-href";

test.each([
  ["an iPhone", "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X)", "message://"],
  [
    "a Mac, and an iPad, which reports itself as one",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)",
    "message://",
  ],
  ["Android", "Mozilla/5.0 (Linux; Android 16; Pixel 9)", "mailto:"],
  ["Windows", "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "mailto:"],
])("on %s the mail app is opened", (_, userAgent, href) => {
  expect(mailAppHref(userAgent)).toBe(href);
});
