type SendError = {
  responseCode?: number;
  code?: string;
  command?: string;
  syscall?: string;
  timeoutType?: string;
};

/** Before the mail itself is sent. */
const BEFORE_THE_MAIL = ["EDNS", "EAUTH", "ENOAUTH", "ETLS", "EENVELOPE"];

/** A server that closes may answer this to any command. */
const SERVICE_CLOSING = 421;

export function wasServerNeverReached(error: unknown): boolean {
  const { responseCode, code = "", syscall, timeoutType = "SOCKET_TIMEOUT" } = error as SendError;
  return (
    responseCode === undefined &&
    (code === "EDNS" || syscall === "connect" || timeoutType !== "SOCKET_TIMEOUT")
  );
}

export function isAddressRefused(error: unknown): boolean {
  const { responseCode = 0, code } = error as SendError;
  return code === "EENVELOPE" && responseCode >= 500;
}

export function isAboutAddress(error: unknown): boolean {
  const { responseCode = 0, code, command } = error as SendError;
  return code === "EENVELOPE" && command === "RCPT TO" && responseCode !== SERVICE_CLOSING;
}

/**
 * Rejected, or the server was never reached. A connection that breaks at another time may have delivered the
 * mail.
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
