import { Refusal } from "@shelv/contract/refusal";
import { expect, onTestFinished, test, vi } from "vitest";
import { ApiFailure, ForeignAnswer, NoNetwork } from "#api/call";
import { errorWords } from "./errors";

test("people read the server's sentence", () => {
  expect(errorWords(new ApiFailure(409, "username-taken", "That username is taken", [], null))).toBe(
    "That username is taken",
  );
});

test("people read the rule's sentence", () => {
  expect(errorWords(new Refusal("shelf-limit"))).toBe("The Free plan has room for 3 shelves");
});

function browserSays({ onLine }: { onLine: boolean }) {
  vi.stubGlobal("navigator", { onLine });
  onTestFinished(() => void vi.unstubAllGlobals());
}

test("no network is said as such", () => {
  browserSays({ onLine: false });
  expect(errorWords(new NoNetwork(null), "Failed to verify code")).toContain("offline");
});

test("who has a signal is not told that they are offline because the server said nothing", () => {
  browserSays({ onLine: true });
  expect(errorWords(new NoNetwork(null), "Failed to verify code")).toBe("Failed to verify code");
  expect(errorWords(new NoNetwork(null))).toBe("The server did not answer. Please try again");
});

test("that something else answers in the server's place is said, beside what could not be done", () => {
  browserSays({ onLine: true });
  expect(errorWords(new ForeignAnswer(200), "Failed to verify code")).toBe(
    "Failed to verify code: Something on your network answers in Shelv's place",
  );
  expect(errorWords(new ForeignAnswer(200))).toBe("Something on your network answers in Shelv's place");
});

test("a bug is never shown in its own words", () => {
  expect(errorWords(new TypeError("x is undefined"), "Failed to verify code")).toBe("Failed to verify code");
});
