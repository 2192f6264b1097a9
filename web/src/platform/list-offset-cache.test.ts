import { beforeEach, expect, test, vi } from "vitest";
import { cachedOffset, cacheOffset } from "./list-offset-cache";
import { fakeStorage } from "#platform/testing/fake-storage";

function openAt(pathname: string, innerWidth: number) {
  vi.stubGlobal("window", { location: { pathname }, innerWidth });
}

beforeEach(() => {
  vi.stubGlobal("localStorage", fakeStorage());
  return () => void vi.unstubAllGlobals();
});

test("the offset measured last on a screen is returned, for any shelf", () => {
  openAt("/items", 390);
  cacheOffset(298);
  openAt("/shelves/a", 390);
  expect(cachedOffset()).toBe(0);
  cacheOffset(640);
  openAt("/shelves/b", 390);
  expect(cachedOffset()).toBe(640);
  openAt("/items", 390);
  expect(cachedOffset()).toBe(298);
});

test("another window width has no offset, and only the last width is stored", () => {
  openAt("/items", 390);
  cacheOffset(298);
  openAt("/items", 844);
  expect(cachedOffset()).toBe(0);
  cacheOffset(210);
  openAt("/items", 390);
  expect(cachedOffset()).toBe(0);
});

test.each(["no JSON", `{"items":{"width":390}}`, `[298]`])(
  "a foreign value, such as %s, is ignored and replaced",
  (found) => {
    openAt("/items", 390);
    localStorage.setItem("shelv-list-tops", found);
    expect(cachedOffset()).toBe(0);
    cacheOffset(298);
    expect(cachedOffset()).toBe(298);
  },
);

test("a browser that forbids storage causes no error", () => {
  openAt("/items", 390);
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  cacheOffset(298);
  expect(cachedOffset()).toBe(0);
});
