/**
 * All mail goes through this interface: to an SMTP server if one is configured, otherwise to .eml files in
 * the data folder, so that a first start needs no mail server.
 */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** In addition to those of every mail. */
  headers?: Record<string, string>;
  /** Printed where mail cannot be sent; the only place where a code reaches a terminal. */
  terminalLine: string;
};

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}
