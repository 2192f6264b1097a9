import * as v from "valibot";
import { UPLOAD_MAX_BYTES } from "#rows/picture";
import {
  displayName,
  location,
  STORED_BIO_MAX_LENGTH,
  profileTitle,
  TOO_LONG_BIO,
  website,
} from "#rows/profile";
import { SOCIAL_PLATFORMS, socialLinkValue, socialPlatform, withSocialValue } from "#rows/social-link";
import { optionalText } from "#values/text";
import { JSON_MAX_BYTES, jsonField, route, UPLOAD_REFUSALS } from "./route.ts";
import { onboardingAnswers } from "#rows/onboarding";

export const profileAnswer = v.object({
  username: v.nullable(v.string()),
  displayName: v.string(),
  title: v.string(),
  bio: v.string(),
  website: v.string(),
  location: v.string(),
  profileImageUrl: v.nullable(v.string()),
});
export type ProfileAnswer = v.InferOutput<typeof profileAnswer>;

/** `url`: null until the link is filled in, and for a name without an address. */
const socialLinksAnswer = v.object({
  links: v.array(v.object({ platform: socialPlatform, value: v.string(), url: v.nullable(v.string()) })),
});

const socialLinksBody = v.object({
  links: v.pipe(
    v.array(
      v.pipe(
        v.object({ platform: socialPlatform, value: socialLinkValue }),
        withSocialValue(({ platform }) => platform),
      ),
    ),
    v.maxLength(SOCIAL_PLATFORMS.length),
    v.check(
      (links) => new Set(links.map(({ platform }) => platform)).size === links.length,
      "One link per platform",
    ),
  ),
});

/** As long as the longest stored one; an edit is checked against the current limit. */
const sentBio = optionalText(STORED_BIO_MAX_LENGTH, TOO_LONG_BIO);

export const profileRoutes = {
  update: route({
    method: "PUT",
    path: "/api/user/profile",
    summary: "Changes the fields of the profile that are sent",
    access: "owner",
    body: v.partial(v.object({ displayName, title: profileTitle, bio: sentBio, website, location })),
    answer: profileAnswer,
  }),
  uploadAvatar: route({
    method: "POST",
    path: "/api/user/upload-avatar",
    summary: "Sets the profile's picture",
    refuses: UPLOAD_REFUSALS,
    access: "owner",
    body: v.object({}),
    encoding: "multipart",
    pictureField: "image",
    maxBytes: UPLOAD_MAX_BYTES + JSON_MAX_BYTES,
    answer: profileAnswer,
  }),
  readSocialLinks: route({
    method: "GET",
    path: "/api/user/social-links",
    summary: "The social links, in their order, filled in or not",
    access: "owner",
    answer: socialLinksAnswer,
  }),
  updateSocialLinks: route({
    method: "PUT",
    path: "/api/user/social-links",
    summary: "Replaces the social links by these, in this order",
    access: "owner",
    body: socialLinksBody,
    answer: socialLinksAnswer,
  }),
};

const { goal, plan, template, platforms, title, bio } = onboardingAnswers.entries;
const status = v.object({ completed: v.boolean() });

export const onboardingRoutes = {
  status: route({
    method: "GET",
    path: "/api/onboarding-status",
    summary: "Whether the setup is done",
    access: "owner",
    answer: status,
  }),
  complete: route({
    method: "POST",
    path: "/api/complete-onboarding",
    summary: "Ends the setup with whatever was answered",
    refuses: UPLOAD_REFUSALS,
    access: "owner",
    body: v.object({
      goal,
      plan,
      template,
      title,
      bio,
      trial: v.optional(
        v.pipe(
          v.picklist(["true", "false"]),
          v.transform((text) => text === "true"),
        ),
      ),
      platforms: v.optional(jsonField(v.unwrap(platforms))),
    }),
    encoding: "multipart",
    pictureField: "avatar",
    maxBytes: UPLOAD_MAX_BYTES + JSON_MAX_BYTES,
    answer: status,
  }),
};
