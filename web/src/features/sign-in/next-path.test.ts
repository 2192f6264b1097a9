import { expect, test } from "vitest";
import { nextPath } from "./next-path";

test.each([
  ["/shelves", "/shelves"],
  ["/shelves/0192?item=new#top", "/shelves/0192?item=new#top"],
  ["/shelves/../unsaved", "/unsaved"],
])("%s is followed", (next, path) => {
  expect(nextPath(next)).toBe(path);
});

test.each([
  undefined,
  "",
  "/",
  "/login",
  "/login?next=/shelves",
  "shelves",
  "//evil.example/shelves",
  "/\\evil.example/shelves",
  "/\t/evil.example",
  "https://evil.example/shelves",
  "javascript:alert(1)",
  "/somebody",
  "/api/auth/logout",
  "/shelves/../../api/x",
])("%s is not followed", (next) => {
  expect(nextPath(next)).toBeNull();
});
