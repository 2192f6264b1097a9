export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  attachments?: readonly MailAttachment[];
  /** Printed where mail cannot be sent; nowhere else does a code reach a terminal. */
  terminalLine: string;
};

export type MailAttachment = { cid: string; bytes: Buffer; type: "image/jpeg" | "image/png" };

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}
