import type { ImportAnswer } from "@shelv/contract/export";
import { getDefaultStore } from "jotai";
import { beforeEach, expect, test, vi } from "vitest";
import { NoNetwork } from "#api/call";
import { reloadWhenIdle } from "#platform/reload";
import { showToast, toastAtom } from "#ui/feedback/toast";
import { followImport, importRun, showImportIn } from "./import-run";

const RESULT: ImportAnswer = {
  shelves: 1,
  items: 2,
  pictures: 0,
  skipped: [{ file: "pictures/a.png", message: "no picture" }],
};
const run = () => importRun("ada");
const mayLeavePage = () => page.dispatchEvent(new Event("beforeunload", { cancelable: true }));
const toast = () => getDefaultStore().get(toastAtom);

const page = new EventTarget();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  getDefaultStore().set(toastAtom, null);
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    showImportIn(null);
  };
});

test("an import reports its progress, delays a reload, and leaves its result with what was skipped", async () => {
  showImportIn({ offsetParent: {} as Element });
  let end: (result: ImportAnswer) => void = () => undefined;
  const following = followImport("ada", (onProgress) => {
    onProgress(0.5);
    return new Promise((resolve) => (end = resolve));
  });
  expect(run()).toEqual({ progress: 0.5, result: null });
  expect(mayLeavePage()).toBe(false);
  const reload = vi.fn<() => void>();
  reloadWhenIdle(reload);
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  end(RESULT);
  await following;
  expect(run()).toEqual({ progress: null, result: RESULT });
  expect(importRun("eve")).toEqual({ progress: null, result: null });
  expect(mayLeavePage()).toBe(true);
  expect(toast()).toBeNull();
  vi.advanceTimersByTime(1000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ["left", null],
  ["behind another tab", { offsetParent: null }],
])("if the screen is %s, a toast shows the result", async (_, place) => {
  showImportIn(place);
  await followImport("ada", () => Promise.resolve(RESULT));
  expect(toast()).toMatchObject({
    title: "Import finished",
    text: "Imported 1 shelf, 2 items and 0 pictures. 1 file couldn't be imported: see Account, Settings.",
  });
  await followImport("ada", () => Promise.resolve({ ...RESULT, skipped: [] }));
  expect(toast()).toMatchObject({ text: "Imported 1 shelf, 2 items and 0 pictures." });
});

test("a failed import says why, and can be repeated", async () => {
  await followImport("ada", () => Promise.reject(new NoNetwork(null)));
  expect(toast()).toMatchObject({
    title: "Import failed",
    text: "You seem to be offline. Please try again when you're back online",
  });
  expect(run()).toEqual({ progress: null, result: null });
});

test("the toast of a failed import closes when the next one starts, and a later toast stays", async () => {
  showImportIn({ offsetParent: {} as Element });
  await followImport("ada", () => Promise.reject(new NoNetwork(null)));
  await followImport("ada", () => Promise.resolve(RESULT));
  expect(toast()).toBeNull();
  await followImport("ada", () => Promise.reject(new NoNetwork(null)));
  showToast({ title: "Saved" });
  await followImport("ada", () => Promise.resolve(RESULT));
  expect(toast()).toMatchObject({ title: "Saved" });
});
