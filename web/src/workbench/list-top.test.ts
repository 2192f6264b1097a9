import { beforeEach, expect, test, vi } from "vitest";
import { lastTop, noteTop } from "./list-top";

const kept = new Map<string, string>();

function openAt(pathname: string, innerWidth: number) {
  vi.stubGlobal("window", { location: { pathname }, innerWidth });
}

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  return () => void vi.unstubAllGlobals();
});

test("a list most likely begins where it began the last time on this screen, whichever shelf it is of", () => {
  openAt("/items", 390);
  noteTop(298);
  openAt("/shelves/a", 390);
  expect(lastTop()).toBe(0);
  noteTop(640);
  openAt("/shelves/b", 390);
  expect(lastTop()).toBe(640);
  openAt("/items", 390);
  expect(lastTop()).toBe(298);
});

test("of another width nothing is known, and no more is kept than the last one", () => {
  openAt("/items", 390);
  noteTop(298);
  openAt("/items", 844);
  expect(lastTop()).toBe(0);
  noteTop(210);
  openAt("/items", 390);
  expect(lastTop()).toBe(0);
});

test.each(["no JSON", `{"items":{"width":390}}`, `[298]`])(
  "what nobody here has kept, such as %s, is no guess, and is kept over",
  (found) => {
    openAt("/items", 390);
    kept.set("shelv-list-tops", found);
    expect(lastTop()).toBe(0);
    noteTop(298);
    expect(lastTop()).toBe(298);
  },
);

test("a browser that keeps nothing is asked in vain, and breaks nothing", () => {
  openAt("/items", 390);
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  noteTop(298);
  expect(lastTop()).toBe(0);
});
