import { beforeEach, expect, test } from "vitest";
import { fakeStorage } from "#platform/testing/fake-storage";
import {
  forgetAnswers,
  forgetWantedPlan,
  isUnderWay,
  storeAnswers,
  storeWantedPlan,
  readAnswers,
  readWantedPlan,
} from "./stored-answers";

let session: Storage;
beforeEach(() => {
  session = fakeStorage() as Storage;
});

test("answers are restored for their own account", () => {
  storeAnswers(session, "ada", { goal: "creator", trial: false, platforms: ["github"] });
  expect(readAnswers(session, "ada")).toEqual({ goal: "creator", trial: false, platforms: ["github"] });
  expect(readAnswers(session, "bob")).toEqual({});
});

test("an invalid answer is dropped, and the others stay", () => {
  session.setItem(
    "shelv-onboarding-ada",
    JSON.stringify({ goal: "fame", plan: "pro", platforms: ["myspace"], other: 1 }),
  );
  expect(readAnswers(session, "ada")).toEqual({ plan: "pro" });
});

test("typed text stays as typed, even if it cannot be sent", () => {
  const typed = { title: "  Potter ".repeat(50), bio: "x".repeat(201) };
  storeAnswers(session, "ada", typed);
  expect(readAnswers(session, "ada")).toEqual(typed);
});

test.each(["{", "null", "[]", "7"])("an invalid stored value %s gives no answers", (text) => {
  session.setItem("shelv-onboarding-ada", text);
  expect(readAnswers(session, "ada")).toEqual({});
});

test("an unknown plan is ignored", () => {
  session.setItem("shelv-wanted-plan", "gold");
  expect(readWantedPlan(session)).toBeNull();
});

test("a completed setup leaves nothing stored", () => {
  storeAnswers(session, "ada", { goal: "creator" });
  storeWantedPlan(session, "premium");
  expect(readWantedPlan(session)).toBe("premium");
  expect(isUnderWay(session, "ada")).toBe(true);
  forgetAnswers(session, "ada");
  forgetWantedPlan(session);
  expect(readAnswers(session, "ada")).toEqual({});
  expect(readWantedPlan(session)).toBeNull();
  expect(isUnderWay(session, "ada")).toBe(false);
});
