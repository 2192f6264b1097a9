/**
 * Mail leaves through one door. With an SMTP server set, it is sent; without one, each mail becomes an .eml file in the
 * data folder, so that a first start needs no mail server.
 */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Beside those that every mail has. */
  headers?: Record<string, string>;
  /** What to print where mail cannot be sent; the only place where a code meets a terminal. */
  terminalLine: string;
};

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}
