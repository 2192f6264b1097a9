/** nodemailer's error for a mail that was not delivered. */
type SendError = { responseCode?: number; code?: string; syscall?: string; timeoutType?: string };

/** Errors from before the mail itself is sent. */
const BEFORE_THE_MAIL = ["EDNS", "EAUTH", "ENOAUTH", "ETLS", "EENVELOPE"];

/** Whether no mail server ever answered. */
export function wasServerNeverReached(error: unknown): boolean {
  const { responseCode, code = "", syscall, timeoutType = "SOCKET_TIMEOUT" } = error as SendError;
  return (
    responseCode === undefined &&
    (code === "EDNS" || syscall === "connect" || timeoutType !== "SOCKET_TIMEOUT")
  );
}

/** Whether the mail server permanently rejects this address. */
export function isAddressRefused(error: unknown): boolean {
  const { responseCode = 0, code } = error as SendError;
  return code === "EENVELOPE" && responseCode >= 500;
}

/**
 * Whether the mail server rejected the mail or was never reached. A connection that breaks at any other time
 * may break right after the mail was accepted.
 */
export function isCertainlyNotSent(error: unknown): boolean {
  const { responseCode, code = "", syscall, timeoutType = "SOCKET_TIMEOUT" } = error as SendError;
  return (
    responseCode !== undefined ||
    BEFORE_THE_MAIL.includes(code) ||
    syscall === "connect" ||
    timeoutType !== "SOCKET_TIMEOUT"
  );
}
