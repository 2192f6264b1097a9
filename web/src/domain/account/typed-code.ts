import { SIGN_IN_CODE_LENGTH } from "@shelv/contract/sign-in";

/** "Your code: 123-456" gives 123456; digits of other scripts count too. */
export const typedCode = (text: string): string =>
  (text.match(/\p{Nd}/gu) ?? []).map(valueOf).join("").slice(0, SIGN_IN_CODE_LENGTH);

const DIGIT = /\p{Nd}/u;

/** Each script has its ten digits in sequence from zero. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
}
