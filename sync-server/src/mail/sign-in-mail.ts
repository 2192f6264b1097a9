import { PRODUCT } from "@shelv/contract/product";
import { SCREEN_PATHS } from "@shelv/contract/paths";
import { codeFragment, SIGN_IN_CODE_VALID_MS } from "@shelv/contract/sign-in";
import type { Mail } from "./mailer.ts";

/**
 * Reveals not whether the address has an account. No link without a configured public address: a forged Host
 * header could lead the reader elsewhere.
 */
export function signInMail(to: string, code: string, publicUrl: string | null): Mail {
  const link = publicUrl === null ? null : `${publicUrl}${SCREEN_PATHS.login}${codeFragment(code)}`;
  const minutes = SIGN_IN_CODE_VALID_MS / 60_000;
  const advice = `It is valid for ${minutes} minutes, in the browser that asked for it. If that wasn't you, ignore this email.`;
  return {
    to,
    subject: `${code} is your ${PRODUCT} code`,
    text: `Your code to sign in to ${PRODUCT}:\n\n${code}\n\n${link === null ? "" : `This link fills it in, in the browser that asked for it:\n${link}\n\n`}${advice}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;color:#222">
<p>Your code to sign in to ${PRODUCT}:</p>
<p style="font:bold 32px/1.2 monospace;letter-spacing:4px">${code}</p>
${link === null ? "" : `<p><a href="${link}">Fill the code in</a> (in the browser that asked for it)</p>\n`}<p>${advice}</p></body></html>\n`,
    terminalLine: `The code for ${to} is ${code}`,
  };
}
