import { ApiFailure } from "#api/call";
import { signInWords } from "#words/sign-in";

/** What stays on the screen of a failure that trying again at once would only repeat; null for others. */
export function lastingTrouble(error: unknown): string | null {
  if (!(error instanceof ApiFailure)) return null;
  if (error.code === "mail-not-sent") return signInWords.email.mailDown;
  return error.code === "too-many" || error.code === "mail-refused" ? error.message : null;
}
