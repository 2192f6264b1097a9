import { describe, expect, test } from "vitest";
import { isScreenPath, requestPolicy } from "./request-policy.ts";

const ORIGIN = "https://shelv.example";
const policyOf = (path: string, over: { method?: string; mode?: string } = {}) =>
  requestPolicy({ method: "GET", mode: "navigate", url: new URL(path, ORIGIN).href, ...over }, ORIGIN);

describe("opening an address", () => {
  test.each([
    ["/", "landing"],
    ["/?from=a-link", "landing"],
    ["/login?next=%2Fshelves", "app-shell"],
    ["/shelves", "app-shell"],
    ["/shelves/0190/preview", "app-shell"],
    ["/account/", "app-shell"],
    ["/mira", "public-page"],
    ["/Mira/", "public-page"],
    ["/@mira", "public-page"],
    ["/mira.", "public-page"],
    ["/mira),", "public-page"],
    ["/mira?utm_source=x#kiln", "public-page"],
    ["/shelvesandmore", "public-page"],
    ["/mira/more", "unknown-screen"],
    ["/ab", "unknown-screen"],
    ["/pricing", "unknown-screen"],
    ["/robots.txt", "pass"],
    ["/assets/index-1a2b.js", "pass"],
    ["/api/user/export", "pass"],
    ["/api", "pass"],
    ["/healthz", "pass"],
    ["/media/aa/320.webp", "picture"],
    ["https://elsewhere.example/mira", "pass"],
  ])("%s is answered as %s", (path, policy) => {
    expect(policyOf(path)).toBe(policy);
  });
});

describe("what a page loads", () => {
  test.each([
    ["/assets/index-1a2b.js", "asset"],
    ["/assets/late/engine-1a2b.wasm", "late-file"],
    ["/icons/shelv.svg", "asset"],
    ["/media/aa/160.webp", "picture"],
    ["/api/sync", "pass"],
    ["/api/sync/events", "pass"],
    ["https://elsewhere.example/media/aa/160.webp", "pass"],
  ])("%s is answered as %s", (path, policy) => {
    expect(policyOf(path, { mode: "cors" })).toBe(policy);
  });
});

test.each(["POST", "PUT", "DELETE", "HEAD"])("%s always passes", (method) => {
  for (const path of ["/mira", "/shelves", "/media/aa/160.webp", "/api/sync"])
    expect(policyOf(path, { method })).toBe("pass");
});

test("of posts only our own tracking requests are handled", () => {
  expect(policyOf("/api/analytics/track", { method: "POST", mode: "no-cors" })).toBe("visit");
  expect(policyOf("/api/analytics/track")).toBe("pass");
  expect(policyOf("https://elsewhere.example/api/analytics/track", { method: "POST" })).toBe("pass");
});

test("a share is a form posted by the system; other posts there pass", () => {
  expect(policyOf("/share", { method: "POST" })).toBe("share");
  expect(policyOf("/share", { method: "POST", mode: "cors" })).toBe("pass");
  expect(policyOf("/share/more", { method: "POST" })).toBe("pass");
  expect(policyOf("https://elsewhere.example/share", { method: "POST" })).toBe("pass");
  expect(policyOf("/share")).toBe("app-shell");
});

test("neither the landing page nor a username that starts like a screen's path is an editor screen", () => {
  expect(isScreenPath("/")).toBe(false);
  expect(isScreenPath("/items-of-mira")).toBe(false);
});
