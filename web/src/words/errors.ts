import { Refusal } from "@shelv/contract/refusal";
import { ApiFailure, NoNetwork } from "#api/call";
import { troubleOf } from "#local-store/store-trouble";
import { toastWords } from "./actions";
import { storeTroubleWords } from "./store";

/** What people read when something failed: the server's sentence or the rule's, never a bug's own words. */
export function errorWords(error: unknown, fallback: string = toastWords.somethingWrong): string {
  if (error instanceof NoNetwork) return toastWords.noNetwork;
  if (error instanceof ApiFailure || error instanceof Refusal) return error.message || fallback;
  const trouble = troubleOf(error);
  return trouble === null ? fallback : storeTroubleWords[trouble];
}
