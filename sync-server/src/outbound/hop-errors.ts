import { Refusal } from "@shelv/contract/refusal";

export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason as Error);
  signal.addEventListener("abort", onAbort, { once: true });
  // If the deadline wins, the work may fail later.
  work.catch(() => {});
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

const CERTIFICATE =
  /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH)/;

export function refusalOf(error: unknown, signal: AbortSignal): Refusal {
  if (error instanceof Refusal) return error;
  if (signal.aborted) return new Refusal("link-too-slow");
  const { code = "" } = error as NodeJS.ErrnoException;
  if (CERTIFICATE.test(code)) return new Refusal("link-insecure");
  return new Refusal(/TIMEOUT|ETIMEDOUT/.test(code) ? "link-too-slow" : "link-unreachable");
}
