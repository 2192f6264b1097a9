import { SIGN_IN_CODE_LENGTH } from "@shelv/contract/sign-in";

/** What was typed or pasted, as a code: "123 456", "123-456" and "Your code: 123456" all mean 123456. */
export const typedCode = (text: string): string => text.replaceAll(/\D/g, "").slice(0, SIGN_IN_CODE_LENGTH);
