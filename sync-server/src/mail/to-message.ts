import type { Sender } from "./mail-from.ts";
import type { Mail } from "./mailer.ts";

/** The header prevents out-of-office replies. */
export const toMessage = ({ to, subject, text, html, headers, attachments = [] }: Mail, from: Sender) => ({
  from,
  to,
  subject,
  text,
  html,
  attachments: attachments.map(({ cid, bytes, type }) => ({
    cid,
    content: bytes,
    contentType: type,
    contentDisposition: "inline" as const,
    filename: false as const,
  })),
  headers: { "Auto-Submitted": "auto-generated", ...headers },
});
