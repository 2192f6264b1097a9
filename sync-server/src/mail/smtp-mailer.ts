import { createTransport } from "nodemailer";
import type { Sender } from "./mail-from.ts";
import type { Mailer } from "./mailer.ts";
import { toMessage } from "./to-message.ts";

const GIVE_UP_AFTER_MS = 15_000;

export function smtpMailer(url: string, from: Sender): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    // The digests use fewer connections at once.
    maxConnections: 8,
    connectionTimeout: GIVE_UP_AFTER_MS,
    greetingTimeout: GIVE_UP_AFTER_MS,
    socketTimeout: GIVE_UP_AFTER_MS,
  });
  return {
    send: async (mail) =>
      void (await transport
        .sendMail(toMessage(mail, from))
        .catch((error: unknown) => withoutAddress(error, mail.to))),
    close: () => transport.close(),
  };
}

/** Mail servers repeat the address in messages, and the log must not contain addresses. */
function withoutAddress(error: unknown, address: string): never {
  if (error instanceof Error) {
    const { message, stack = message } = error;
    error.message = message.replaceAll(address, "…");
    error.stack = stack.replaceAll(address, "…");
  }
  throw error;
}
