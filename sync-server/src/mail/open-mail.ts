import { join } from "node:path";
import { fileMailer } from "./file-mailer.ts";
import type { Sender } from "./mail-from.ts";
import type { Mailer } from "./mailer.ts";
import { smtpMailer } from "./smtp-mailer.ts";

/** `mailFolder`: of mail files, if there is no mail server. */
export function openMail(
  { smtpUrl, mailFrom }: { smtpUrl: string | null; mailFrom: Sender },
  { dataFolder, print }: { dataFolder: string; print: (line: string) => void },
): { mailer: Mailer; mailFolder: string } {
  const mailFolder = join(dataFolder, "mail");
  const mailer = smtpUrl ? smtpMailer(smtpUrl, mailFrom) : fileMailer(mailFolder, mailFrom, print);
  return { mailer, mailFolder };
}
