import { Refusal } from "@shelv/contract/refusal";
import type { Alarms } from "#http/alarms";
import type { Mail, Mailer } from "./mailer.ts";
import { openQueue } from "#jobs/shared-queues";
import { isAddressRefused, wasServerNeverReached } from "./mail-errors.ts";

/** `wasReached`: the mail server was, which costs as much as a sent mail. */
class MailNotSent extends Refusal {
  readonly wasReached: boolean;

  constructor(error: unknown) {
    super(isAddressRefused(error) ? "mail-refused" : "mail-not-sent");
    this.wasReached = !wasServerNeverReached(error);
  }
}

/** For `takeFor`, if the mail server was never reached. */
export const REFUND_UNREACHED_MAIL = {
  givesBackAfter: (error: unknown) =>
    error instanceof MailNotSent ? !error.wasReached : error instanceof Refusal && error.code === "busy",
};

const queue = openQueue("codeMails");

/** Sends in the payer's turn. Logs at most one failure per minute: invalid addresses cause errors. */
export const sendCodeMail = (
  deps: { mailer: Mailer; alarms: Alarms },
  mail: Mail,
  payer: string,
): Promise<void> => queue.run(() => send(deps, mail), { payer });

async function send({ mailer, alarms }: { mailer: Mailer; alarms: Alarms }, mail: Mail): Promise<void> {
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
