import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onPageHidden } from "./page-hidden";

let page: EventTarget & { visibilityState: string };
let win: EventTarget;
beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  win = new EventTarget();
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", win.addEventListener.bind(win));
});
afterEach(() => void vi.unstubAllGlobals());

const hide = (state = "hidden") => {
  page.visibilityState = state;
  page.dispatchEvent(new Event("visibilitychange"));
};

test("the listener runs when the page is hidden or left, not when it returns", () => {
  const heard = vi.fn<() => void>();
  const stop = onPageHidden(heard, { vendor: "Google Inc." });
  hide();
  hide("visible");
  expect(heard).toHaveBeenCalledTimes(1);
  win.dispatchEvent(new Event("pagehide"));
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  hide();
  expect(heard).toHaveBeenCalledTimes(2);
});

test("in WebKit the listener does not run once the page is being left, until it returns", () => {
  const heard = vi.fn<() => void>();
  onPageHidden(heard, { vendor: "Apple Computer, Inc." });
  win.dispatchEvent(new Event("pagehide"));
  hide();
  expect(heard).not.toHaveBeenCalled();
  win.dispatchEvent(new Event("pageshow"));
  hide();
  expect(heard).toHaveBeenCalledTimes(1);
});
