import * as v from "valibot";
import { onboardingAnswers } from "#onboarding";
import { UPLOAD_MAX_BYTES } from "#picture";
import { jsonField, JSON_MAX_BYTES, route, UPLOAD_REFUSALS } from "./route.ts";

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
  /** Without the photo: the file field `avatar`. */
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
