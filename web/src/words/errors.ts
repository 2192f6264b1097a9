import { Refusal } from "@shelv/contract/refusal";
import { ApiFailure, ForeignAnswer, NoNetwork } from "#api/call";
import { troubleOf } from "#local-store/store-trouble";
import { toastWords } from "./actions";
import { withReason } from "./catalogue";
import { storeTroubleWords } from "./store";

/**
 * What people read when something failed: the server's sentence or the rule's, never a bug's own words. That they are offline is said
 * where the browser says so too: a server that is silent is nothing that they could see. That something else answers in its place is
 * said, because no waiting ends it.
 */
export function errorWords(error: unknown, fallback?: string): string {
  if (error instanceof ForeignAnswer)
    return fallback === undefined ? toastWords.foreignAnswer : withReason(fallback, toastWords.foreignAnswer);
  if (error instanceof NoNetwork)
    return isOffline() ? toastWords.noNetwork : (fallback ?? toastWords.noAnswer);
  return knownWords(error) ?? fallback ?? toastWords.somethingWrong;
}

function knownWords(error: unknown): string | undefined {
  if (error instanceof ApiFailure || error instanceof Refusal) return error.message || undefined;
  const trouble = troubleOf(error);
  return trouble === null ? undefined : storeTroubleWords[trouble];
}

const isOffline = () => !navigator.onLine;
