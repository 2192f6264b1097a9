import { Refusal } from "@shelv/contract/refusal";
import type { Alarms } from "#http/alarms";
import type { Mail, Mailer } from "./mailer.ts";
import { isAddressRefused, wasNeverReached } from "./surely-not-sent.ts";

/** A mail with a code did not leave. `wasReached`: the mail server was asked, which costs as much as a mail that left. */
class MailNotSent extends Refusal {
  readonly wasReached: boolean;

  constructor(error: unknown) {
    super(isAddressRefused(error) ? "mail-refused" : "mail-not-sent");
    this.wasReached = !wasNeverReached(error);
  }
}

/** For `takeFor`: only a mail server that was never reached has borne nothing. */
export const MAIL_GIVES_BACK = {
  givesBackAfter: (error: unknown) => error instanceof MailNotSent && !error.wasReached,
};

/** What strangers' addresses can make a mail server say fills no log: one line a minute tells the operator. */
export async function sendCodeMail(
  { mailer, alarms }: { mailer: Mailer; alarms: Alarms },
  mail: Mail,
): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    const notSent = new MailNotSent(error);
    alarms.raise(
      notSent.code,
      `A code could not be mailed: ${error instanceof Error ? error.message : String(error)}`,
      { everyMs: 60_000 },
    );
    throw notSent;
  }
}
