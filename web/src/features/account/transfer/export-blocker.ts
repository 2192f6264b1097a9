import { REFUSALS } from "@shelv/contract/refusal";
import type { SyncOutcome } from "#sync/run-sync";
import { accountWords } from "#words/screens/account";
import { toastWords } from "#words/actions";

export function exportBlocker(outcome: SyncOutcome, unsent: number): string | null {
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
