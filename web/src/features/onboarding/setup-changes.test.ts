import { id, isSharedId } from "@shelv/contract/values/id";
import type { SocialLinkRow } from "@shelv/contract/rows/social-link";
import { PLANS } from "@shelv/contract/rows/plan";
import { type Goal, GOALS } from "@shelv/contract/rows/onboarding";
import { shelfFields, type ShelfRow } from "@shelv/contract/rows/shelf";
import { inOrder } from "@shelv/mutators/placing";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { onboardingWords } from "#words/screens/onboarding";
import {
  contractAnswers,
  handleProblems,
  linkChanges,
  type OwnerBefore,
  starterShelves,
  selectedStarters,
} from "./setup-changes";

const { starters } = onboardingWords.goal;
const github: SocialLinkRow = { id: "github", value: "ada", position: "a0" };
const ADA = "01890a5d-ac96-774b-bcce-b302099a8057";
const BEN = "01890a5d-ac96-774b-bcce-b302099a8058";
const allSelected = (goal: Goal) => ({ goal, starters: starters[goal].map(({ name }) => name) });
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

  test("an unchanged handle stays, a changed one is set, an unselected platform is deleted", () => {
    const spotify: SocialLinkRow = { id: "spotify", value: "ada", position: "a1" };
    const tiktok: SocialLinkRow = { id: "tiktok", value: "ada", position: "a2" };
    const answers = { platforms: ["github" as const, "spotify" as const], handles: { spotify: "ada2" } };
    expect(linkChanges(answers, before([github, spotify, tiktok]))).toMatchObject([
      { name: "social-link.delete", args: { id: "tiktok" } },
      { name: "social-link.set", args: { id: "spotify", value: "ada2", was: "ada" } },
    ]);
  });

  test("an impossible handle is not a change, and its problem is reported", () => {
    const answers = { platforms: ["github" as const], handles: { github: "a b" } };
    expect(linkChanges(answers, before())).toEqual([]);
    expect(handleProblems(answers.platforms, answers.handles)).toEqual({
      github: "Must be a handle or a valid URL",
    });
  });
});

describe("starter shelves", () => {
  const owner = (shelves: ShelfRow[] = []) => ({ shelves, userId: ADA, isCompleted: false });

  test("two devices that set up one account make the same shelves; another account makes others", () => {
    const idsFor = (before: Partial<OwnerBefore> = {}) =>
      GOALS.flatMap((goal) =>
        starterShelves(allSelected(goal), { ...owner(), ...before }).map(({ id }) => id),
      );
    expect(idsFor()).toEqual(idsFor());
    expect(new Set([...idsFor(), ...idsFor({ userId: BEN })]).size).toBe(18);
    for (const shelfId of idsFor()) expect(v.is(id, shelfId)).toBe(true);
  });

  test("the ids do not depend on which ones are selected", () => {
    const [first, last] = [starters.creator[0], starters.creator[2]].map((one) => one?.name ?? "");
    const [both] = [starterShelves({ goal: "creator", starters: [first ?? "", last ?? ""] }, owner())];
    expect(both[1]?.id).toBe(starterShelves({ goal: "creator", starters: [last ?? ""] }, owner())[0]?.id);
  });

  test("a second setup makes new shelves, so that the deleted ones can be restored", () => {
    const again = { ...owner(), isCompleted: true };
    const [one, other] = [
      starterShelves({ goal: "creator" }, again),
      starterShelves({ goal: "creator" }, again),
    ];
    expect(one[0]?.id).not.toBe(other[0]?.id);
    expect(isSharedId(one[0]?.id ?? "")).toBe(false);
  });

  test.each(GOALS)("the goal %s preselects its first one", (goal) => {
    expect(starterShelves({ goal }, owner())).toMatchObject([starters[goal][0]]);
  });

  test("selected ones are made in the order of the list", () => {
    const [first, , last] = starters.personal.map(({ name }) => name);
    const shelves = starterShelves({ goal: "personal", starters: [last ?? "", first ?? ""] }, owner());
    expect(inOrder(shelves.toReversed()).map(({ name }) => name)).toEqual([first, last]);
  });

  test("an owner who unticks all, or names no goal, gets none", () => {
    expect(starterShelves({ goal: "creator", starters: [] }, owner())).toEqual([]);
    expect(starterShelves({}, owner())).toEqual([]);
    expect(selectedStarters({})).toEqual([]);
  });

  test("an owner with a shelf gets none", () => {
    const shelf = { id: "1", name: "Books", emoji: "", description: "", position: "a0", createdAt: "" };
    expect(starterShelves({ goal: "creator" }, owner([shelf]))).toEqual([]);
  });

  test.each(GOALS)("those of the goal %s are valid, and fit the Free plan", (goal) => {
    expect(starters[goal].length).toBeLessThanOrEqual(PLANS.free.maxShelves);
    for (const { name, emoji } of starters[goal])
      expect(v.parse(shelfFields, { name, emoji, description: "" })).toMatchObject({ name, emoji });
  });
});
