import { expect, onTestFinished, test, vi } from "vitest";
import { setLeaving } from "./leaving";

test("a page that was signed out is not brought back from the browser's memory as it was", () => {
  const page = new EventTarget();
  const reload = vi.fn<() => void>();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  vi.stubGlobal("location", { reload });
  onTestFinished(() => void vi.unstubAllGlobals());
  const show = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

  show(true);
  setLeaving(true);
  show(false);
  expect(reload).not.toHaveBeenCalled();
  show(true);
  expect(reload).toHaveBeenCalledTimes(1);
  setLeaving(false);
  show(true);
  expect(reload).toHaveBeenCalledTimes(1);
});
