/**
 * What a browser's storage can do to us that is nobody's bug: it may be full, lose its connection (Chromium's "Internal
 * error", iOS' "Connection to Indexed Database server lost"), or be deleted by a sign-out in another tab.
 */
import type { LocalStore } from "./local-store";

export type TroubleKind = "full" | "lost" | "gone";

/** A write or read that the storage did not do. Nothing of it was kept. */
export class StoreTrouble extends Error {
  override readonly name = "StoreTrouble";
  readonly kind: TroubleKind;
  constructor(kind: TroubleKind, cause: unknown) {
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
  // A storage that is cleared ends the transactions of whoever is at it, which Dexie takes for their own doing.
  "PrematureCommitError",
]);

/** What kind of trouble an error is; null for a refusal or a bug. */
export function troubleOf(error: unknown): TroubleKind | null {
  if (error instanceof StoreTrouble) return error.kind;
  const errors = [...withReasons(error)];
  if (errors.some(isFull)) return "full";
  // An innermost error is a reason: Dexie reports a bug in a transaction as an abort around it, or beside it in a list of failures.
  const reasons = errors.filter((at) => reasonsOf(at).length === 0);
  return reasons.length > 0 && reasons.every(({ name }) => LOST_NAMES.has(name)) ? "lost" : null;
}

const isFull = ({ name, message }: NamedError) =>
  FULL_NAMES.has(name) || (LOST_NAMES.has(name) && FULL_MESSAGE.test(message));

/** An error and its reasons in one line: a console shows Dexie's errors by a minified class name. */
export const inWords = (error: unknown): string =>
  [...new Set([...withReasons(error)].map(({ name, message }) => `${name}: ${message}`))].join(
    ", because of ",
  ) || String(error);

type NamedError = { name: string; message: string; inner?: unknown; cause?: unknown; failures?: unknown };

/** Each error before its reasons. */
function withReasons(error: unknown, seen = new Set<NamedError>()): Set<NamedError> {
  if (!isNamed(error) || seen.has(error)) return seen;
  seen.add(error);
  for (const reason of reasonsOf(error)) withReasons(reason, seen);
  return seen;
}

/** Dexie's BulkError and ModifyError carry one error for each row that failed. */
const reasonsOf = ({ inner, cause, failures }: NamedError): NamedError[] =>
  [inner ?? cause, ...(Array.isArray(failures) ? (failures as unknown[]) : [])].filter(isNamed);

const isNamed = (error: unknown): error is NamedError =>
  typeof error === "object" && error !== null && "name" in error && "message" in error;

/**
 * Runs something on the store. Where the connection is lost, the store is opened anew and it runs once more; `isSecondTry`
 * says so, because the first may have come through without our hearing of it. What still fails is a `StoreTrouble`.
 */
export async function withReopening<T>(
  store: LocalStore,
  act: (isSecondTry: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await act(false);
  } catch (error) {
    const kind = troubleOf(error);
    if (kind === null) throw error;
    if (kind !== "lost") throw new StoreTrouble(kind, error);
  }
  try {
    await store.reopen();
    return await act(true);
  } catch (error) {
    const kind = troubleOf(error);
    throw kind === null ? error : new StoreTrouble(kind, error);
  }
}
