import { getDefaultStore } from "jotai";
import { beforeEach, expect, test } from "vitest";
import { dismissPassedToast, showError, showSuccess, toastAtom } from "./toast";

const shown = () => getDefaultStore().get(toastAtom)?.text;

beforeEach(() => getDefaultStore().set(toastAtom, null));

test("a success goes with its screen", () => {
  showSuccess("Saved");
  dismissPassedToast();
  expect(shown()).toBeUndefined();
});

test("an error stays until it was read, and what offers Undo until its time is over", () => {
  showError("It was refused");
  dismissPassedToast();
  expect(shown()).toBe("It was refused");
  showSuccess("Deleted", { label: "Undo", insteadOf: "Restore it", run: () => undefined });
  dismissPassedToast();
  expect(shown()).toBe("Deleted");
});
