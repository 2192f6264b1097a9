import { expect, onTestFinished, test, vi } from "vitest";
import { fakeStorage } from "#platform/testing/fake-storage";
import { tabSession } from "./tab-session";

function browserThat(session: Partial<Storage> | "throws") {
  vi.stubGlobal("sessionStorage", session);
  if (session === "throws") {
    Object.defineProperty(globalThis, "sessionStorage", {
      configurable: true,
      get: () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    });
  }
  onTestFinished(() => void vi.unstubAllGlobals());
}

const kept = new Map<string, string>();
const ORDINARY = fakeStorage(kept);
const FULL: Partial<Storage> = {
  ...ORDINARY,
  setItem: () => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  },
};

test.each<[string, Partial<Storage> | "throws"]>([
  ["stores values", ORDINARY],
  ["keeps nothing for a site", "throws"],
  ["has no room left", FULL],
])("a browser that %s has the last value until it is removed", (_, session) => {
  browserThat(session);
  kept.set("plan", "free");
  tabSession.setItem("plan", "pro");
  expect(tabSession.getItem("plan")).toBe("pro");
  tabSession.removeItem("plan");
  expect(tabSession.getItem("plan")).toBeNull();
});

test("values are in the browser's own storage, where a reload finds them", () => {
  browserThat(ORDINARY);
  tabSession.setItem("plan", "pro");
  expect(kept.get("plan")).toBe("pro");
});

test("the keys list values in storage and in memory", () => {
  browserThat({ shelf: "1" });
  expect(tabSession.keys()).toEqual(["shelf"]);
  tabSession.setItem("plan", "pro");
  expect(tabSession.keys().toSorted()).toEqual(["plan", "shelf"]);
  browserThat("throws");
  expect(tabSession.keys()).toEqual(["plan"]);
  tabSession.removeItem("plan");
});
