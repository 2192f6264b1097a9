import type { Mail } from "./mailer.ts";

/** A mail as nodemailer takes it. The header keeps out-of-office answers from coming back. */
export const toMessage = ({ to, subject, text, html, headers }: Mail, from: string) => ({
  from,
  to,
  subject,
  text,
  html,
  headers: { "Auto-Submitted": "auto-generated", ...headers },
});
