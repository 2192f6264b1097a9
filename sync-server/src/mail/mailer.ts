/**
 * Sends mails to an SMTP server if one is configured, else to .eml files in the data folder: a first start
 * needs no mail server.
 */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Headers besides those of every mail. */
  headers?: Record<string, string>;
  attachments?: readonly MailAttachment[];
  /** The line that is printed where mail cannot be sent; nowhere else does a code reach a terminal. */
  terminalLine: string;
};

/** A picture that the HTML shows, where `cid:` and its id are its address. */
export type MailAttachment = { cid: string; bytes: Buffer; type: "image/jpeg" | "image/png" };

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}
