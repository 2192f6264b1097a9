import { beforeEach, expect, test } from "vitest";
import {
  forgetAnswers,
  forgetWantedPlan,
  isUnderWay,
  keepAnswers,
  keepWantedPlan,
  readAnswers,
  readWantedPlan,
} from "./kept-answers";

let session: Storage;
beforeEach(() => {
  const kept = new Map<string, string>();
  session = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
});

test("what was answered is there again, for the account that answered", () => {
  keepAnswers(session, "ada", { goal: "creator", trial: false, platforms: ["github"] });
  expect(readAnswers(session, "ada")).toEqual({ goal: "creator", trial: false, platforms: ["github"] });
  expect(readAnswers(session, "bob")).toEqual({});
});

test("an answer that is none is dropped, and the others stay", () => {
  session.setItem(
    "shelv-onboarding-ada",
    JSON.stringify({ goal: "fame", plan: "pro", platforms: ["myspace"], other: 1 }),
  );
  expect(readAnswers(session, "ada")).toEqual({ plan: "pro" });
});

test("what was typed stays as it was typed, though it cannot be sent", () => {
  const typed = { title: "  Potter ".repeat(50), bio: "x".repeat(201) };
  keepAnswers(session, "ada", typed);
  expect(readAnswers(session, "ada")).toEqual(typed);
});

test.each(["{", "null", "[]", "7"])("a session that holds %s answers nothing", (text) => {
  session.setItem("shelv-onboarding-ada", text);
  expect(readAnswers(session, "ada")).toEqual({});
});

test("a plan that is none is not wanted", () => {
  session.setItem("shelv-wanted-plan", "gold");
  expect(readWantedPlan(session)).toBeNull();
});

test("once the setup is done nothing is left of it", () => {
  keepAnswers(session, "ada", { goal: "creator" });
  keepWantedPlan(session, "premium");
  expect(readWantedPlan(session)).toBe("premium");
  expect(isUnderWay(session, "ada")).toBe(true);
  forgetAnswers(session, "ada");
  forgetWantedPlan(session);
  expect(readAnswers(session, "ada")).toEqual({});
  expect(readWantedPlan(session)).toBeNull();
  expect(isUnderWay(session, "ada")).toBe(false);
});
