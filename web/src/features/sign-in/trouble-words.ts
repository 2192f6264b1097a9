import { REFUSALS, type RefusalCode } from "@shelv/contract/refusal";
import { toastWords } from "#words/actions";

/** The sentence of a refusal that came back in the address. Only the catalogue speaks here: anyone can write an address. */
export function troubleWords(code: string | undefined): string | null {
  if (code === undefined) return null;
  return Object.hasOwn(REFUSALS, code) ? REFUSALS[code as RefusalCode].message : toastWords.somethingWrong;
}
