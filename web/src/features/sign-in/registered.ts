import { authRoutes, type CurrentUser } from "@shelv/contract/routes/auth";
import type * as v from "valibot";
import { ApiFailure, call } from "#api/call";
import { signInWords } from "#words/sign-in";

/**
 * Gives the account its username. One that has a username already goes on with that: the answer to an earlier try got lost on its way,
 * or another tab was quicker.
 */
export async function registered(
  body: v.InferInput<typeof authRoutes.completeRegistration.body>,
): Promise<CurrentUser> {
  try {
    return (await call(authRoutes.completeRegistration, { body })).user;
  } catch (error) {
    if (error instanceof ApiFailure && error.code === "username-chosen") return call(authRoutes.me);
    throw error;
  }
}

/** What is told of it. A name that is not the one typed here was chosen elsewhere, and the account with it. */
export function registeredText(typed: string, { username }: CurrentUser): { title: string; text: string } {
  const { created, createdText, otherName, otherNameText } = signInWords.username;
  return username === null || username === typed
    ? { title: created, text: createdText }
    : { title: otherName(username), text: otherNameText };
}
