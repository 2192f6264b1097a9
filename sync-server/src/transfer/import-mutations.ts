import type { AccountExport } from "@shelv/contract/export";
import { profileFields } from "@shelv/contract/profile";
import { SOCIAL_PLATFORMS } from "@shelv/contract/social-link";
import type { MutationArgs } from "@shelv/mutators/mutations";
import * as v from "valibot";
import type { Change } from "#mutate/apply-mutations";
import { mutation } from "#mutate/mutation";

/** Plan, username and address stay the account's own. */
export function singleChanges({
  profile,
  appearance,
  settings,
  onboarding,
  socialLinks,
}: AccountExport): Change[] {
  const { bio, ...fields } = profile;
  // Only the setup accepts a bio above the account form's limit.
  const isLongBio = !v.is(profileFields.entries.bio, bio);
  const setup =
    onboarding.completed || isLongBio
      ? [
          mutation("onboarding.complete", {
            answers: { ...(onboarding.goal ? { goal: onboarding.goal } : {}), ...(isLongBio ? { bio } : {}) },
          }),
        ]
      : [];
  return [
    ...setup,
    mutation("profile.update", { patch: isLongBio ? fields : profile, was: {} }),
    mutation("appearance.update", { patch: appearance, was: {} }),
    mutation("settings.update", { patch: settings, was: {} }),
    ...SOCIAL_PLATFORMS.map((id) => mutation("social-link.delete", { id })),
    ...socialLinks.map((link) => mutation("social-link.set", link)),
  ];
}

/** As an owner would make them by hand, each with its original time. */
export function contentChanges({ shelves }: Pick<AccountExport, "shelves">): Change[] {
  return shelves.flatMap(({ categories, items, createdAt, ...shelf }) => [
    { ...mutation("shelf.create", shelf), at: createdAt },
    ...categories.map(({ createdAt: at, ...category }) => ({
      ...mutation("category.create", { ...category, shelfId: shelf.id }),
      at,
    })),
    ...items.map(({ createdAt: at, ...item }) => ({
      ...mutation("item.create", { ...item, shelfId: shelf.id }),
      at,
    })),
  ]);
}

/** One without a replacement is dropped. */
export function withPictures(change: Change, pictures: ReadonlyMap<string, string>): Change {
  const other = (sha256: string | null) => (sha256 === null ? null : (pictures.get(sha256) ?? null));
  if (change.name === "item.create") {
    const item = change.args as MutationArgs<"item.create">;
    return { ...change, args: { ...item, picture: other(item.picture), cutout: other(item.cutout) } };
  }
  if (change.name !== "profile.update") return change;
  const { patch, was } = change.args as MutationArgs<"profile.update">;
  return { ...change, args: { patch: { ...patch, picture: other(patch.picture ?? null) }, was } };
}
