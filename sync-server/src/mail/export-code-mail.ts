import { PRODUCT } from "@shelv/contract/product";
import { SIGN_IN_CODE_VALID_MS } from "@shelv/contract/sign-in";
import type { Mail } from "./mailer.ts";

/** Says what the code gives access to. */
export function exportCodeMail(to: string, code: string): Mail {
  const minutes = SIGN_IN_CODE_VALID_MS / 60_000;
  const what =
    "It lets the browser that asked for it download everything in your account: shelves, items, pictures, settings and figures.";
  const advice = `The code is valid for ${minutes} minutes, in the browser that asked for it. If that was not you, somebody is signed in to your account: do not pass the code on, and sign out there.`;
  return {
    to,
    subject: `${code} confirms exporting your ${PRODUCT} account`,
    text: `Your code to export your ${PRODUCT} account:\n\n${code}\n\n${what}\n\n${advice}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif">
<p>Your code to export your ${PRODUCT} account:</p>
<p style="font:bold 32px/1.2 monospace;letter-spacing:4px">${code}</p>
<p>${what}</p>
<p>${advice}</p></body></html>\n`,
    terminalLine: `The code that exports the account of ${to} is ${code}`,
  };
}
