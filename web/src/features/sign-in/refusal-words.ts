import { REFUSALS, type RefusalCode } from "@shelv/contract/refusal";
import { toastWords } from "#words/actions";

/** Only catalogue texts: anyone can write an address. */
export function refusalWords(code: string | undefined): string | null {
  if (code === undefined) return null;
  return Object.hasOwn(REFUSALS, code) ? REFUSALS[code as RefusalCode].message : toastWords.somethingWrong;
}
