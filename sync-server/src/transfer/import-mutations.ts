import type { AccountExport } from "@shelv/contract/export";
import { BIO_MAX_LENGTH } from "@shelv/contract/profile";
import { SOCIAL_PLATFORMS } from "@shelv/contract/social-link";
import type { Change } from "#mutate/apply-mutations";
import { mutation } from "#mutate/mutation";

/**
 * The changes that bring an empty account to what was exported: the same that its owner would make by hand, each at the
 * time at which it was first made. Plan, username and address are the account's own and stay.
 */
export function importMutations({ profile, appearance, settings, onboarding, socialLinks, shelves }: AccountExport): Change[] {
  const { bio, ...fields } = profile;
  // Only the setup takes a bio that is longer than the account's form allows.
  const isLongBio = bio.length > BIO_MAX_LENGTH;
  const setup = onboarding.completed || isLongBio
    ? [mutation("onboarding.complete", { answers: { ...(onboarding.goal ? { goal: onboarding.goal } : {}), ...(isLongBio ? { bio } : {}) } })]
    : [];
  return [
    ...setup,
    mutation("profile.update", { patch: isLongBio ? fields : profile, was: {} }),
    mutation("appearance.update", { patch: appearance, was: {} }),
    mutation("settings.update", { patch: settings, was: {} }),
    ...SOCIAL_PLATFORMS.map((id) => mutation("social-link.delete", { id })),
    ...socialLinks.map((link) => mutation("social-link.set", link)),
    ...shelves.flatMap(({ categories, items, createdAt, ...shelf }) => [
      { ...mutation("shelf.create", shelf), at: createdAt },
      ...categories.map(({ createdAt: at, ...category }) => ({ ...mutation("category.create", { ...category, shelfId: shelf.id }), at })),
      ...items.map(({ createdAt: at, ...item }) => ({ ...mutation("item.create", { ...item, shelfId: shelf.id }), at })),
    ]),
  ];
}

/** The same account, with other pictures in the place of its own; one that has no other shows none. */
export function withPictures(account: AccountExport, pictures: ReadonlyMap<string, string>): AccountExport {
  const other = (sha256: string | null) => (sha256 === null ? null : (pictures.get(sha256) ?? null));
  return {
    ...account,
    profile: { ...account.profile, picture: other(account.profile.picture) },
    shelves: account.shelves.map((shelf) => ({
      ...shelf,
      items: shelf.items.map((item) => ({ ...item, picture: other(item.picture), cutout: other(item.cutout) })),
    })),
  };
}
