/** What nodemailer says of a mail that it could not hand over. */
type SendError = { responseCode?: number; code?: string; syscall?: string; timeoutType?: string };

/** Long before the mail itself travels. */
const BEFORE_THE_MAIL = ["EDNS", "EAUTH", "ENOAUTH", "ETLS", "EENVELOPE"];

/** Whether no mail server ever answered, so that it was asked for nothing. */
export function wasNeverReached(error: unknown): boolean {
  const { responseCode, code = "", syscall, timeoutType = "SOCKET_TIMEOUT" } = error as SendError;
  return (
    responseCode === undefined &&
    (code === "EDNS" || syscall === "connect" || timeoutType !== "SOCKET_TIMEOUT")
  );
}

/** Whether the mail server said for good that it takes no mail to this address. */
export function isAddressRefused(error: unknown): boolean {
  const { responseCode = 0, code } = error as SendError;
  return code === "EENVELOPE" && responseCode >= 500;
}

/**
 * Whether the mail server said no, or was never reached. A connection that broke at any other moment may have broken
 * right after the mail was taken.
 */
export function isSurelyNotSent(error: unknown): boolean {
  const { responseCode, code = "", syscall, timeoutType = "SOCKET_TIMEOUT" } = error as SendError;
  return (
    responseCode !== undefined ||
    BEFORE_THE_MAIL.includes(code) ||
    syscall === "connect" ||
    timeoutType !== "SOCKET_TIMEOUT"
  );
}
