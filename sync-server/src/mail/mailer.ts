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
  /** Printed where mail cannot be sent; nowhere else does a code reach a terminal. */
  terminalLine: string;
};

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}
