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
  const chain = causesOf(error);
  if (
    chain.some(
      ({ name, message }) => FULL_NAMES.has(name) || (LOST_NAMES.has(name) && FULL_MESSAGE.test(message)),
    )
  )
    return "full";
  // The innermost error is the reason: Dexie reports a bug in a transaction as an abort around it.
  return LOST_NAMES.has(chain.at(-1)?.name ?? "") ? "lost" : null;
}

/** An error and its causes in one line: Dexie's are no Errors to a console, which calls them by a minified class. */
export const inWords = (error: unknown): string =>
  causesOf(error)
    .map(({ name, message }) => `${name}: ${message}`)
    .join(", because of ") || String(error);

type NamedError = { name: string; message: string; inner?: unknown; cause?: unknown };

function causesOf(error: unknown): NamedError[] {
  const chain: NamedError[] = [];
  for (let at = error; isNamed(at) && !chain.includes(at); at = at.inner ?? at.cause) chain.push(at);
  return chain;
}

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
