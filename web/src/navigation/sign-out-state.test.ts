import { expect, onTestFinished, test, vi } from "vitest";
import { setSigningOut } from "./sign-out-state";

test("a signed-out page is not restored from the back/forward cache", () => {
  const page = new EventTarget();
  const reload = vi.fn<() => void>();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  vi.stubGlobal("location", { reload });
  onTestFinished(() => void vi.unstubAllGlobals());
  const show = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

  show(true);
  setSigningOut(true);
  show(false);
  expect(reload).not.toHaveBeenCalled();
  show(true);
  expect(reload).toHaveBeenCalledTimes(1);
  setSigningOut(false);
  show(true);
  expect(reload).toHaveBeenCalledTimes(1);
});
