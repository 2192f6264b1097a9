import { parseInput } from "@shelv/contract/input-issues";
import { profileFields } from "@shelv/contract/rows/profile";
import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import { pictureMessages } from "@shelv/contract/rows/picture";
import { Refusal } from "@shelv/contract/refusal";
import { onboardingRoutes, profileRoutes } from "@shelv/contract/routes/profile";
import { socialLinkTarget, type SocialPlatform } from "@shelv/contract/rows/social-link";
import { patchBetween, patched } from "@shelv/mutators/patch";
import { inOrder } from "@shelv/mutators/placing";
import { generateNKeysBetween } from "fractional-indexing";
import * as v from "valibot";
import { readSingle, readSocialLinks } from "#database/rows/read-owner";
import { storeFormPicture, type StoreDeps } from "#pictures/store-picture";
import { type Api, bindRoute } from "#http/bind-route";
import { applyAtOnce, type WriteDeps } from "#shelves/mutate/apply-mutations";
import { mutation } from "#shelves/mutate/mutation";
import { profileAnswerOf } from "#routes/answers";

type ProfileDeps = Omit<StoreDeps, "writeDeps"> & { writeDeps: WriteDeps };

export function serveProfile(api: Api, deps: ProfileDeps): void {
  const {
    db: { reader },
    writeDeps,
  } = deps;

  bindRoute(api, profileRoutes.update, async ({ caller, body }) => {
    const profile = await readSingle(reader, caller.userId, "profile");
    const edit = patchBetween<Partial<typeof profile>>(profile, patched(profile, body));
    if (edit) {
      parseInput(v.partial(profileFields), edit.patch);
      await applyAtOnce(writeDeps, caller.userId, [mutation("profile.update", edit)]);
    }
    return profileAnswerOf(reader, caller);
  });

  bindRoute(api, profileRoutes.uploadAvatar, async ({ caller, files }) => {
    const picture = await storeFormPicture(deps, { userId: caller.userId, bytes: files.get("image") });
    if (picture === undefined)
      throw new Refusal("invalid", [{ path: "image", message: pictureMessages.wrongType }]);
    const { picture: was } = await readSingle(reader, caller.userId, "profile");
    if (picture !== was)
      await applyAtOnce(writeDeps, caller.userId, [
        mutation("profile.update", { patch: { picture }, was: { picture: was } }),
      ]);
    return profileAnswerOf(reader, caller);
  });

  bindRoute(api, profileRoutes.readSocialLinks, ({ caller }) => socialLinksAnswer(caller.userId));

  bindRoute(api, profileRoutes.updateSocialLinks, async ({ caller: { userId }, body: { links } }) => {
    const mutations = socialLinkChanges(inOrder(await readSocialLinks(reader, userId)), links);
    if (mutations.length > 0) await applyAtOnce(writeDeps, userId, mutations);
    return socialLinksAnswer(userId);
  });

  async function socialLinksAnswer(userId: string) {
    const links = inOrder(await readSocialLinks(reader, userId));
    return {
      links: links.map(({ id, value }) => ({
        platform: id,
        value,
        url: socialLinkTarget(id, value)?.url ?? null,
      })),
    };
  }
}

/** Links get new positions only where the order differs. */
function socialLinkChanges(
  before: OwnerRow<"socialLinks">[],
  after: { platform: SocialPlatform; value: string }[],
) {
  const known = new Map(before.map((link) => [link.id, link]));
  const wanted = new Set(after.map(({ platform }) => platform));
  const positions = generateNKeysBetween(null, null, after.length);
  const stays = before.filter(({ id }) => wanted.has(id)).map(({ id }) => id);
  const isReordered = stays.length !== after.length || stays.some((id, at) => id !== after[at]?.platform);
  return [
    ...before.filter(({ id }) => !wanted.has(id)).map(({ id }) => mutation("social-link.delete", { id })),
    ...after.flatMap(({ platform: id, value }, at) => {
      const position = positions[at] as string;
      const link = known.get(id);
      return [
        ...(link?.value === value
          ? []
          : [mutation("social-link.set", { id, value, was: link?.value, position })]),
        ...(link && isReordered ? [mutation("social-link.move", { id, position })] : []),
      ];
    }),
  ];
}

export function serveOnboarding(api: Api, deps: ProfileDeps): void {
  const {
    db: { reader },
    writeDeps,
  } = deps;

  bindRoute(api, onboardingRoutes.status, ({ caller }) => status(caller.userId));

  bindRoute(api, onboardingRoutes.complete, async ({ caller: { userId }, body, files }) => {
    const picture = await storeFormPicture(deps, { userId, bytes: files.get("avatar") });
    await applyAtOnce(writeDeps, userId, [
      mutation("onboarding.complete", { answers: { ...body, picture } }),
    ]);
    return status(userId);
  });

  async function status(userId: string) {
    return { completed: (await readSingle(reader, userId, "onboarding")).completed };
  }
}
