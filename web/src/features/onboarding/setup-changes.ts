import { sharedId } from "@shelv/contract/values/id";
import { GOALS, type OnboardingAnswers } from "@shelv/contract/rows/onboarding";
import { readSocialLink, type SocialLinkRow, type SocialPlatform } from "@shelv/contract/rows/social-link";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import type { Mutation } from "@shelv/mutators/mutations";
import { positionAtEnd } from "@shelv/mutators/placing";
import { newId } from "#platform/new-id";
import { onboardingWords } from "#words/screens/onboarding";
import type { SetupAnswers } from "./stored-answers";

export type RowsBefore = { shelves: readonly ShelfRow[]; socialLinks: readonly SocialLinkRow[] };
export type OwnerBefore = Pick<RowsBefore, "shelves"> & { userId: string; isCompleted: boolean };

export function contractAnswers(all: SetupAnswers): OnboardingAnswers {
  const { starters: _, handles: __, ...answers } = all;
  return answers;
}

export function linkChanges(answers: SetupAnswers, { socialLinks }: RowsBefore): Mutation[] {
  const { platforms, handles = {} } = answers;
  if (platforms === undefined) return [];
  const removed = socialLinks
    .filter(({ id }) => !platforms.includes(id))
    .map(({ id }): Mutation => ({ name: "social-link.delete", args: { id } }));
  const filled = platforms.flatMap((id): Mutation[] => {
    const was = socialLinks.find((link) => link.id === id)?.value ?? "";
    const read = readSocialLink(id, handles[id] ?? was);
    if (!("value" in read) || read.value === was) return [];
    const position = positionAtEnd(socialLinks);
    return [{ name: "social-link.set", args: { id, value: read.value, was, position } }];
  });
  return [...removed, ...filled];
}

export const selectedStarters = ({ goal, starters }: SetupAnswers): readonly string[] =>
  goal === undefined
    ? []
    : (starters ?? onboardingWords.goal.starters[goal].slice(0, 1).map(({ name }) => name));

/**
 * The shelves that the setup creates, only for an owner without a shelf. Two devices that complete the first
 * setup before a sync use the same ids. In a later setup new ids leave the deleted shelves restorable.
 */
export function starterShelves(answers: SetupAnswers, { shelves, userId, isCompleted }: OwnerBefore) {
  const { goal } = answers;
  if (goal === undefined || shelves.length > 0) return [];
  const selected = selectedStarters(answers);
  const placed: { id: string; position: string }[] = [];
  return onboardingWords.goal.starters[goal].flatMap(({ name, emoji }, at) => {
    if (!selected.includes(name)) return [];
    const id = isCompleted ? newId() : sharedId(userId, GOALS.indexOf(goal) * STARTERS_MAX + at);
    const shelf = { id, name, emoji, description: "", position: positionAtEnd(placed) };
    placed.push(shelf);
    return [shelf];
  });
}

const STARTERS_MAX = 16;

export function handleProblems(
  platforms: readonly SocialPlatform[],
  handles: SetupAnswers["handles"] = {},
): Partial<Record<SocialPlatform, string>> {
  return Object.fromEntries(
    platforms.flatMap((platform) => {
      const read = readSocialLink(platform, handles[platform] ?? "");
      return "problem" in read ? [[platform, read.problem]] : [];
    }),
  );
}
