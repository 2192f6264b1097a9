import { Refusal } from "@shelv/contract/refusal";
import { ApiFailure, ForeignAnswer, NoNetwork } from "#api/call";
import { storageErrorKind } from "#local-store/storage-errors";
import { toastWords } from "./actions";
import { withReason } from "./catalogue";
import { storeTroubleWords } from "./store";

/**
 * Never a bug's message. "Offline" only if the browser says so: a silent server looks alike. A foreign answer
 * is named, because waiting does not end it.
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
  const trouble = storageErrorKind(error);
  return trouble === null ? undefined : storeTroubleWords[trouble];
}

const isOffline = () => !navigator.onLine;
