import { PRODUCT } from "@shelv/contract/product";
import { SCREEN_PATHS } from "@shelv/contract/paths";
import { codeFragment, SIGN_IN_CODE_VALID_MS } from "@shelv/contract/sign-in";
import { action, code as codeRow, mailPage, message } from "./mail-page.ts";
import type { Mail } from "./mailer.ts";

/**
 * Does not reveal whether the address has an account. It has no link without a configured public address: a
 * forged Host header could lead the reader elsewhere.
 */
export function signInMail(to: string, code: string, publicUrl: string | null): Mail {
  const link = publicUrl === null ? null : `${publicUrl}${SCREEN_PATHS.login}${codeFragment(code)}`;
  const minutes = SIGN_IN_CODE_VALID_MS / 60_000;
  const lead = `Your code to sign in to ${PRODUCT}:`;
  const advice = `It works for ${minutes} minutes, in the browser that asked for it. If that wasn't you, ignore this email.`;
  return {
    to,
    subject: `${code} is your ${PRODUCT} code`,
    text: `${lead}\n\n${code}\n\n${link === null ? "" : `This link fills it in, in the browser that asked for it:\n${link}\n\n`}${advice}\n`,
    html: mailPage({
      title: "Sign in",
      preview: lead.replace(/:$/, ` is ${code}.`),
      rows: [message(lead), codeRow(code), ...(link === null ? [] : [action("Fill in my code", link)])],
      foot: advice,
    }),
    terminalLine: `The code for ${to} is ${code}`,
  };
}
