import { PRODUCT } from "@shelv/contract/product";
import { code as codeRow, mailPage, message } from "./mail-page.ts";
import { codeAdvice } from "./code-advice.ts";
import type { Mail } from "./mailer.ts";

export function deletionCodeMail(to: string, code: string): Mail {
  const lead = `Your code to delete your ${PRODUCT} account:`;
  const warning = `It deletes your account with your page, your shelves, items, pictures and stats. This action cannot be undone.`;
  return {
    to,
    subject: `${code} confirms deleting your ${PRODUCT} account`,
    text: `${lead}\n\n${code}\n\n${warning}\n\n${codeAdvice}\n`,
    html: mailPage({
      title: "Delete your account",
      preview: warning,
      rows: [message(lead), codeRow(code), message(warning)],
      foot: codeAdvice,
    }),
    terminalLine: `The code that deletes the account of ${to} is ${code}`,
  };
}

export function exportCodeMail(to: string, code: string): Mail {
  const lead = `Your code to export your ${PRODUCT} account:`;
  const what =
    "It lets the browser that asked for it download everything in your account: shelves, items, pictures, settings and stats.";
  return {
    to,
    subject: `${code} confirms exporting your ${PRODUCT} account`,
    text: `${lead}\n\n${code}\n\n${what}\n\n${codeAdvice}\n`,
    html: mailPage({
      title: "Export your account",
      preview: what,
      rows: [message(lead), codeRow(code), message(what)],
      foot: codeAdvice,
    }),
    terminalLine: `The code that exports the account of ${to} is ${code}`,
  };
}

/** Informs an owner who did not want the deletion. */
export function accountDeletedMail(
  to: string,
  username: string,
  { remembersTrial }: { remembersTrial: boolean },
): Mail {
  const said = `Your ${PRODUCT} account “${username}” was deleted just now, with everything in it. No one else can take the name for 30 days.`;
  const foot = remembersTrial
    ? "We store nothing about you any more but a keyed hash of this address for a year, which says that it had its free trial."
    : "We store nothing about you any more, not even this address.";
  return {
    to,
    subject: `Your ${PRODUCT} account was deleted`,
    text: `${said} ${foot}\n`,
    html: mailPage({ title: "Your account was deleted", preview: said, rows: [message(said)], foot }),
    terminalLine: `The account of ${to} was deleted`,
  };
}
