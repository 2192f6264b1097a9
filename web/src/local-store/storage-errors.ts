/**
 * The storage is full, its connection is lost (Chromium's "Internal error", iOS' "Connection to Indexed
 * Database server lost"), or a sign-out in another tab deleted it. None is a bug of the app.
 */
export type StorageErrorKind = "full" | "lost" | "gone";

/** Nothing of the write was stored. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly kind: StorageErrorKind;
  constructor(kind: StorageErrorKind, cause: unknown) {
    super(`The local store is ${kind}`, { cause });
    this.kind = kind;
  }
}

const FULL_NAMES = new Set(["QuotaExceededError", "NS_ERROR_DOM_INDEXEDDB_QUOTA_ERR"]);
const FULL_MESSAGE = /quota|disk is full|no space|FILE_ERROR_NO_SPACE/i;
const LOST_NAMES = new Set([
  "UnknownError",
  "InvalidStateError",
  "DatabaseClosedError",
  "AbortError",
  "TimeoutError",
  "TransactionInactiveError",
  "OpenFailedError",
  "MissingAPIError",
  "NotReadableError",
  // Clearing the storage ends all open transactions, and Dexie blames their code.
  "PrematureCommitError",
]);

export function storageErrorKind(error: unknown): StorageErrorKind | null {
  if (error instanceof StorageError) return error.kind;
  const errors = [...withReasons(error)];
  if (errors.some(isFull)) return "full";
  // Only innermost errors count: Dexie reports a bug in a transaction as an abort around it, or in a list of
  // failures.
  const reasons = errors.filter((at) => reasonsOf(at).length === 0);
  return reasons.length > 0 && reasons.every(({ name }) => LOST_NAMES.has(name)) ? "lost" : null;
}

const isFull = ({ name, message }: NamedError) =>
  FULL_NAMES.has(name) || (LOST_NAMES.has(name) && FULL_MESSAGE.test(message));

/** A console shows Dexie's errors by a minified class name. */
export const describeError = (error: unknown): string =>
  [...new Set([...withReasons(error)].map(({ name, message }) => `${name}: ${message}`))].join(
    ", because of ",
  ) || String(error);

type NamedError = { name: string; message: string; inner?: unknown; cause?: unknown; failures?: unknown };

function withReasons(error: unknown, seen = new Set<NamedError>()): Set<NamedError> {
  if (!isNamed(error) || seen.has(error)) return seen;
  seen.add(error);
  for (const reason of reasonsOf(error)) withReasons(reason, seen);
  return seen;
}

/** BulkError and ModifyError carry one error for each failed row. */
const reasonsOf = ({ inner, cause, failures }: NamedError): NamedError[] =>
  [inner ?? cause, ...(Array.isArray(failures) ? (failures as unknown[]) : [])].filter(isNamed);

const isNamed = (error: unknown): error is NamedError =>
  typeof error === "object" && error !== null && "name" in error && "message" in error;

/**
 * If the connection is lost, opens the store again and retries once, with `isSecondTry`: the first try may
 * have been committed.
 */
export async function withReopening<T>(
  store: { reopen(): Promise<void> },
  act: (isSecondTry: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await act(false);
  } catch (error) {
    const kind = storageErrorKind(error);
    if (kind === null) throw error;
    if (kind !== "lost") throw new StorageError(kind, error);
  }
  try {
    await store.reopen();
    return await act(true);
  } catch (error) {
    const kind = storageErrorKind(error);
    throw kind === null ? error : new StorageError(kind, error);
  }
}
