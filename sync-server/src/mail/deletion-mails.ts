import { PRODUCT } from "@shelv/contract/product";
import { SIGN_IN_CODE_VALID_MS } from "@shelv/contract/sign-in";
import type { Mail } from "./mailer.ts";

/** Says what the code does. */
export function deletionCodeMail(to: string, code: string): Mail {
  const minutes = SIGN_IN_CODE_VALID_MS / 60_000;
  const warning = `It deletes your account with your page, your shelves, items, pictures and stats. This action cannot be undone.`;
  const advice = `The code is valid for ${minutes} minutes, in the browser that asked for it. If that wasn't you, someone else is signed in to your account: don't share the code, and sign out there.`;
  return {
    to,
    subject: `${code} confirms deleting your ${PRODUCT} account`,
    text: `Your code to delete your ${PRODUCT} account:\n\n${code}\n\n${warning}\n\n${advice}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif">
<p>Your code to delete your ${PRODUCT} account:</p>
<p style="font:bold 32px/1.2 monospace;letter-spacing:4px">${code}</p>
<p>${warning}</p>
<p>${advice}</p></body></html>\n`,
    terminalLine: `The code that deletes the account of ${to} is ${code}`,
  };
}

/** So that an owner who did not want the deletion learns of it. */
export function accountDeletedMail(to: string, username: string): Mail {
  const said = `Your ${PRODUCT} account “${username}” was deleted just now, with everything in it. No one else can take the name for 30 days. We store nothing about you any more, not even this address.`;
  return {
    to,
    subject: `Your ${PRODUCT} account was deleted`,
    text: `${said}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif"><p>${said}</p></body></html>\n`,
    terminalLine: `The account of ${to} was deleted`,
  };
}
