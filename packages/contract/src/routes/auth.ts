import * as v from "valibot";
import { email } from "#email";
import { displayName } from "#profile";
import { signInCode } from "#sign-in";
import { username } from "#username";
import { id } from "#id";
import { route } from "./route.ts";

/** Who is signed in, never with the sign-in address. `username` is null until one is chosen. */
const currentUser = v.object({
  id,
  username: v.nullable(v.string()),
  displayName: v.string(),
  bio: v.string(),
  profileImageUrl: v.nullable(v.string()),
});
export type CurrentUser = v.InferOutput<typeof currentUser>;

export const authRoutes = {
  me: route({ method: "GET", path: "/api/auth/me", access: "signed-in", answer: currentUser }),
  sendCode: route({ method: "POST", path: "/api/auth/send-code", access: "anyone", body: v.object({ email }) }),
  verifyCode: route({
    method: "POST",
    path: "/api/auth/verify-code",
    access: "anyone",
    body: v.object({ code: signInCode }),
    answer: v.object({ isNewUser: v.boolean(), user: currentUser }),
  }),
  completeRegistration: route({
    method: "POST",
    path: "/api/auth/complete-registration",
    access: "signed-in",
    body: v.object({ username, displayName: v.optional(v.union([v.pipe(v.string(), v.trim(), v.literal("")), displayName])) }),
    answer: v.object({ user: currentUser }),
  }),
  logout: route({ method: "POST", path: "/api/auth/logout", access: "anyone" }),
  checkUsername: route({
    method: "GET",
    path: "/api/check-username/:username",
    access: "anyone",
    params: v.object({ username: v.pipe(v.string(), v.maxLength(200)) }),
    answer: v.object({ available: v.boolean() }),
  }),
};
