/**
 * To an SMTP server if configured, else to .eml files in the data folder: a first start needs no mail server.
 */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Besides those of every mail. */
  headers?: Record<string, string>;
  attachments?: readonly MailAttachment[];
  /** Printed where mail cannot be sent; nowhere else does a code reach a terminal. */
  terminalLine: string;
};

/** Shown in the HTML, where `cid:` and its id are its address. */
export type MailAttachment = { cid: string; bytes: Buffer; type: "image/jpeg" | "image/png" };

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}
