import { SIGN_IN_CODE_LENGTH } from "@shelv/contract/sign-in";

/** What was typed or pasted, as a code: "123 456", "123-456" and "Your code: 123456" all mean 123456, and so do the digits of other scripts. */
export const typedCode = (text: string): string =>
  (text.match(/\p{Nd}/gu) ?? []).map(valueOf).join("").slice(0, SIGN_IN_CODE_LENGTH);

const DIGIT = /\p{Nd}/u;

/** Each script has its ten digits in a row, from its zero on; some rows follow each other. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
}
