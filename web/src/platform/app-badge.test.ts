import { expect, test, vi } from "vitest";
import { showBadge } from "./app-badge";

const system = () => ({
  setAppBadge: vi.fn<(count: number) => Promise<void>>(async () => undefined),
  clearAppBadge: vi.fn<() => Promise<void>>(async () => undefined),
});

test("the badge shows the number and is cleared at zero", async () => {
  const { setAppBadge, clearAppBadge } = system();
  await showBadge(3, { setAppBadge, clearAppBadge });
  expect([setAppBadge.mock.calls, clearAppBadge.mock.calls]).toEqual([[[3]], []]);
  await showBadge(0, { setAppBadge, clearAppBadge });
  expect([setAppBadge.mock.calls.length, clearAppBadge.mock.calls.length]).toEqual([1, 1]);
});

test("a system without badges, or one that forbids them, causes no error", async () => {
  await expect(showBadge(3, {})).resolves.toBeUndefined();
  await expect(
    showBadge(3, { setAppBadge: () => Promise.reject(new DOMException("no", "NotAllowedError")) }),
  ).resolves.toBeUndefined();
});
