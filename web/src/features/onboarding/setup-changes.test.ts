import type { SocialLinkRow } from "@shelv/contract/social-link";
import { PLANS } from "@shelv/contract/plan";
import { GOALS } from "@shelv/contract/onboarding";
import { shelfFields, type ShelfRow } from "@shelv/contract/shelf";
import { inOrder } from "@shelv/mutators/placing";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { onboardingWords } from "#words/screens/onboarding";
import {
  contractAnswers,
  handleProblems,
  linkChanges,
  starterShelves,
  tickedStarters,
} from "./setup-changes";

const { starters } = onboardingWords.goal;
const github: SocialLinkRow = { id: "github", value: "ada", position: "a0" };
const before = (socialLinks: SocialLinkRow[] = [], shelves: ShelfRow[] = []) => ({ socialLinks, shelves });

test("the contract's mutation gets only the contract's answers", () => {
  const answers = {
    goal: "creator",
    platforms: ["github"],
    starters: ["My work"],
    handles: { github: "ada" },
  } as const;
  expect(contractAnswers({ ...answers, platforms: ["github"], starters: ["My work"] })).toEqual({
    goal: "creator",
    platforms: ["github"],
  });
});

describe("links", () => {
  test("a typed handle is set as the contract stores it", () => {
    expect(linkChanges({ platforms: ["github"], handles: { github: "  @ada " } }, before())).toMatchObject([
      { name: "social-link.set", args: { id: "github", value: "@ada", was: "" } },
    ]);
  });

  test("a picked platform without a handle needs no change of its own", () => {
    expect(linkChanges({ platforms: ["github"] }, before())).toEqual([]);
  });

  test("without an answer about platforms nothing changes", () => {
    expect(linkChanges({ handles: { github: "other" } }, before([github]))).toEqual([]);
  });

  test("an unchanged handle stays, a changed one is set, an unticked platform is deleted", () => {
    const spotify: SocialLinkRow = { id: "spotify", value: "ada", position: "a1" };
    const tiktok: SocialLinkRow = { id: "tiktok", value: "ada", position: "a2" };
    const answers = { platforms: ["github" as const, "spotify" as const], handles: { spotify: "ada2" } };
    expect(linkChanges(answers, before([github, spotify, tiktok]))).toMatchObject([
      { name: "social-link.delete", args: { id: "tiktok" } },
      { name: "social-link.set", args: { id: "spotify", value: "ada2", was: "ada" } },
    ]);
  });

  test("a handle that cannot be is no change, and has a reported problem", () => {
    const answers = { platforms: ["github" as const], handles: { github: "a b" } };
    expect(linkChanges(answers, before())).toEqual([]);
    expect(handleProblems(answers.platforms, answers.handles)).toEqual({
      github: "Must be a handle or a valid URL",
    });
  });
});

describe("starter shelves", () => {
  test.each(GOALS)("the goal %s preselects its first one", (goal) => {
    expect(starterShelves({ goal }, before())).toMatchObject([starters[goal][0]]);
  });

  test("ticked ones are made in the order of the list", () => {
    const [first, , last] = starters.personal.map(({ name }) => name);
    const shelves = starterShelves({ goal: "personal", starters: [last ?? "", first ?? ""] }, before());
    expect(inOrder(shelves.toReversed()).map(({ name }) => name)).toEqual([first, last]);
  });

  test("an owner who unticks all, or names no goal, gets none", () => {
    expect(starterShelves({ goal: "creator", starters: [] }, before())).toEqual([]);
    expect(starterShelves({}, before())).toEqual([]);
    expect(tickedStarters({})).toEqual([]);
  });

  test("an owner with a shelf gets none", () => {
    const shelf = { id: "1", name: "Books", emoji: "", description: "", position: "a0", createdAt: "" };
    expect(starterShelves({ goal: "creator" }, before([], [shelf]))).toEqual([]);
  });

  test.each(GOALS)("those of the goal %s are valid, and fit the Free plan", (goal) => {
    expect(starters[goal].length).toBeLessThanOrEqual(PLANS.free.maxShelves);
    for (const { name, emoji } of starters[goal])
      expect(v.parse(shelfFields, { name, emoji, description: "" })).toMatchObject({ name, emoji });
  });
});
