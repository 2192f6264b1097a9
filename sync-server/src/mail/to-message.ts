import type { Mail } from "./mailer.ts";

/** The header prevents out-of-office replies. */
export const toMessage = ({ to, subject, text, html, headers }: Mail, from: string) => ({
  from,
  to,
  subject,
  text,
  html,
  headers: { "Auto-Submitted": "auto-generated", ...headers },
});
