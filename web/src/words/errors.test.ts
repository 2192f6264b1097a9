import { Refusal } from "@shelv/contract/refusal";
import { expect, onTestFinished, test, vi } from "vitest";
import { ApiFailure, ForeignAnswer, NoNetwork } from "#api/call";
import { errorWords } from "./errors";

test("the server's sentence is shown", () => {
  expect(errorWords(new ApiFailure(409, "username-taken", "That username is taken", [], null))).toBe(
    "That username is taken",
  );
});

test("the rule's sentence is shown", () => {
  expect(errorWords(new Refusal("shelf-limit"))).toBe("The Free plan has room for 3 shelves");
});

function browserSays({ onLine }: { onLine: boolean }) {
  vi.stubGlobal("navigator", { onLine });
  onTestFinished(() => void vi.unstubAllGlobals());
}

test("a missing network is reported as such", () => {
  browserSays({ onLine: false });
  expect(errorWords(new NoNetwork(null), "Failed to verify code")).toContain("offline");
});

test("an owner with a network does not read that they are offline when the server is silent", () => {
  browserSays({ onLine: true });
  expect(errorWords(new NoNetwork(null), "Failed to verify code")).toBe("Failed to verify code");
  expect(errorWords(new NoNetwork(null))).toBe("The server didn't answer. Please try again");
});

test("a foreign answer is reported, with what could not be done", () => {
  browserSays({ onLine: true });
  expect(errorWords(new ForeignAnswer(200), "Failed to verify code")).toBe(
    "Failed to verify code: Something on your network is blocking Shelv",
  );
  expect(errorWords(new ForeignAnswer(200))).toBe("Something on your network is blocking Shelv");
});

test("the message of a bug is never shown", () => {
  expect(errorWords(new TypeError("x is undefined"), "Failed to verify code")).toBe("Failed to verify code");
});
