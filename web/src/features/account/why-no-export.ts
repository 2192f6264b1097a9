import { REFUSALS } from "@shelv/contract/refusal";
import type { SyncOutcome } from "#sync/run-sync";
import { accountWords } from "#words/account";
import { toastWords } from "#words/actions";

/**
 * Why an export cannot be had now; null where it can. A download that fails is the browser's to tell, and some tell nobody. What syncing has
 * of its own trouble with holds nothing up once all is sent: an owner can always leave with what the server has.
 */
export function whyNoExport(outcome: SyncOutcome, unsent: number): string | null {
  switch (outcome) {
    case "no-network":
      return toastWords.noNetwork;
    case "foreign-answer":
      return toastWords.foreignAnswer;
    case "signed-out":
    case "wrong-user":
      return REFUSALS[outcome].message;
    case "client-outdated":
      return unsent > 0 ? REFUSALS[outcome].message : null;
    default:
      return unsent > 0 ? accountWords.data.unsent : null;
  }
}
