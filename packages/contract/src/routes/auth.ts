import * as v from "valibot";
import { email } from "#values/email";
import { displayName } from "#rows/profile";
import { PROVIDER_NAMES, providerName, signInCode } from "#sign-in";
import { username } from "#values/username";
import { id } from "#values/id";
import { checkUsernameRoute } from "./check-username.ts";
import { profileAnswer } from "./profile.ts";
import { route } from "./route.ts";

/** Never with the sign-in address. `username`: null until one is chosen. */
const currentUser = v.object({
  id,
  /**
   * The same for every account of one mail address, and reveals nothing about it. A device compares it with
   * that of a deleted account. Missing from older servers.
   */
  addressProof: v.optional(v.string()),
  ...profileAnswer.entries,
});
export type CurrentUser = v.InferOutput<typeof currentUser>;

export const authRoutes = {
  me: route({
    method: "GET",
    path: "/api/auth/me",
    summary: "Who is signed in",
    access: "signed-in",
    answer: currentUser,
  }),
  sendCode: route({
    method: "POST",
    path: "/api/auth/send-code",
    summary: "Sends a sign-in code to an address, and ties it to this browser",
    refuses: ["mail-not-sent", "mail-refused", "too-many"],
    access: "anyone",
    body: v.object({ email }),
  }),
  verifyCode: route({
    method: "POST",
    path: "/api/auth/verify-code",
    summary: "Signs in with the code, making the account where there is none",
    refuses: ["code-wrong", "code-older", "code-expired", "cookie-missing", "too-many"],
    access: "anyone",
    body: v.object({ code: signInCode }),
    answer: v.object({ isNewUser: v.boolean(), user: currentUser }),
  }),
  completeRegistration: route({
    method: "POST",
    path: "/api/auth/complete-registration",
    summary: "Chooses the account's username, for good",
    refuses: ["username-taken", "username-misleading", "username-chosen", "too-many"],
    access: "signed-in",
    body: v.object({
      username,
      displayName: v.optional(v.union([v.pipe(v.string(), v.trim(), v.literal("")), displayName])),
    }),
    answer: v.object({ user: currentUser }),
  }),
  providers: route({
    method: "GET",
    path: "/api/auth/providers",
    summary: "Which other ways of signing in are set up",
    access: "anyone",
    answer: v.object(v.entriesFromList(PROVIDER_NAMES, v.boolean())),
  }),
  startSocial: route({
    method: "GET",
    path: "/api/auth/social/:provider",
    summary:
      "Sends the browser to a provider; what the query says comes back with it, and a failure leads to /login?error=…",
    access: "anyone",
    query: v.object({ next: v.optional(v.string()), username: v.optional(v.string()) }),
    params: v.object({ provider: providerName }),
  }),
  returnFromSocial: route({
    method: "GET",
    path: "/api/auth/callback/:provider",
    summary: "Where a provider sends the browser back to; leads to /login, signed in or with ?error=…",
    access: "anyone",
    params: v.object({ provider: providerName }),
  }),
  returnFromSocialByForm: route({
    method: "POST",
    path: "/api/auth/callback/:provider",
    summary: "The same, for a provider that has the browser post a form",
    access: "anyone",
    params: v.object({ provider: providerName }),
    encoding: "form",
    body: v.objectWithRest({ state: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) }, v.string()),
  }),
  logout: route({
    method: "POST",
    path: "/api/auth/logout",
    summary: "Signs this browser out",
    access: "anyone",
  }),
  checkUsername: checkUsernameRoute,
};
