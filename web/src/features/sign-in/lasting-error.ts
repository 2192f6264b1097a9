import { ApiFailure } from "#api/call";
import { signInWords } from "#words/screens/sign-in";

export function lastingError(error: unknown): string | null {
  if (!(error instanceof ApiFailure)) return null;
  if (error.code === "mail-not-sent") return signInWords.email.mailDown;
  return error.code === "too-many" || error.code === "mail-refused" ? error.message : null;
}
