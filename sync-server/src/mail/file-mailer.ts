import { opendir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { v7 as uuid } from "uuid";
import { makeFolder, UNFINISHED, writeDurably } from "#platform/durable-files";
import type { Sender } from "./mail-from.ts";
import type { Mailer } from "./mailer.ts";
import { toMessage } from "./to-message.ts";

export function fileMailer(folder: string, from: Sender, print: (line: string) => void): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(toMessage(mail, from));
      await makeFolder(folder);
      await writeDurably(join(folder, `${uuid()}.eml`), message as Buffer);
      print(mail.terminalLine);
    },
    close: () => transport.close(),
  };
}

export const MAIL_KEPT_MS = 7 * 24 * 60 * 60_000;

export async function* sweepMails(folder: string, before: number): AsyncGenerator<void> {
  const names = await opendir(folder).catch(() => []);
  for await (const { name } of names) {
    if (!name.endsWith(".eml") && !name.startsWith(UNFINISHED)) continue;
    const file = join(folder, name);
    // A mail that was unfinished may have its name by now.
    const found = await stat(file).catch(() => null);
    if (found && found.mtimeMs < before) await rm(file, { force: true });
    yield;
  }
}
