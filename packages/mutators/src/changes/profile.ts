import { position } from "@shelv/contract/values/position";
import { profileFields } from "@shelv/contract/rows/profile";
import { socialLinkValue, socialPlatform, withSocialValue } from "@shelv/contract/rows/social-link";
import { seenPoint } from "@shelv/contract/sync";
import * as v from "valibot";
import { mutator, singleIn } from "#mutator";
import { isStillWritten, patchArgs, patched, undonePlace, unseenFields } from "#patch";

export const updateProfile = mutator({
  v: 1,
  args: v.object(patchArgs(profileFields)),
  reads: () => [["singles", "profile"]],
  pictures: ({ patch }) => (patch.picture ? [patch.picture] : []),
  saw: ({ was, unseen }) => ({ table: "singles", id: "profile", was, unseen }),
  run: (tx, { patch }) => tx.put("singles", patched(singleIn(tx, "profile"), patch)),
});

/**
 * Adds a social link (at `position`), or changes an existing one's value. Without `was`, the author saw no
 * link.
 */
export const setSocialLink = mutator({
  v: 1,
  args: v.pipe(
    v.object({
      id: socialPlatform,
      value: socialLinkValue,
      was: v.optional(v.unknown()),
      unseen: unseenFields,
      position,
      /** An undo of a deletion: a link that was added since stays. */
      undoes: v.optional(v.literal(true)),
    }),
    withSocialValue(({ id }) => id),
  ),
  reads: ({ id }) => [["socialLinks", id]],
  saw: ({ id, was, unseen }) => ({ table: "socialLinks", id, was: { value: was }, unseen }),
  run(tx, { id, value, position, undoes }) {
    const link = tx.get("socialLinks", id);
    if (!(link && undoes)) tx.put("socialLinks", { id, value, position: link?.position ?? position });
  },
});

export const moveSocialLink = mutator({
  v: 1,
  args: v.object({ id: socialPlatform, position, undoes: undonePlace }),
  reads: ({ id }) => [["socialLinks", id]],
  run(tx, { id, position, undoes }) {
    const link = tx.get("socialLinks", id);
    if (link && isStillWritten(link, undoes ?? {})) tx.put("socialLinks", { ...link, position });
  },
});

export const deleteSocialLink = mutator({
  v: 1,
  args: v.object({ id: socialPlatform, seen: v.optional(seenPoint) }),
  reads: ({ id }) => [["socialLinks", id]],
  deletes: ({ id, seen }) => ({ table: "socialLinks", id, seen }),
  run: (tx, { id }) => tx.delete("socialLinks", id),
});
