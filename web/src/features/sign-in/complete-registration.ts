import { authRoutes, type CurrentUser } from "@shelv/contract/routes/auth";
import type * as v from "valibot";
import { ApiFailure, call } from "#api/call";
import { signInWords } from "#words/screens/sign-in";

/**
 * An account that already has a username continues with it: an answer was lost, or another tab was faster.
 */
export async function completeRegistration(
  body: v.InferInput<typeof authRoutes.completeRegistration.body>,
): Promise<CurrentUser> {
  try {
    return (await call(authRoutes.completeRegistration, { body })).user;
  } catch (error) {
    if (error instanceof ApiFailure && error.code === "username-chosen") return call(authRoutes.me);
    throw error;
  }
}

export function otherNameText(
  typed: string,
  { username }: CurrentUser,
): { title: string; text: string } | null {
  const { otherName, otherNameText: text } = signInWords.username;
  return username === null || username === typed ? null : { title: otherName(username), text };
}
