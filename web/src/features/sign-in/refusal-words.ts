import { REFUSALS, type RefusalCode } from "@shelv/contract/refusal";
import { toastWords } from "#words/actions";

/**
 * The text for a code in the address. Only texts of the catalogue are shown, since anyone can write an
 * address.
 */
export function refusalWords(code: string | undefined): string | null {
  if (code === undefined) return null;
  return Object.hasOwn(REFUSALS, code) ? REFUSALS[code as RefusalCode].message : toastWords.somethingWrong;
}
