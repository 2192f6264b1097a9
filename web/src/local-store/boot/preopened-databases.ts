declare global {
  /** What the page began to open before its first script, where it knows its owner, by the databases' names (boot/fetch-ahead.js). */
  var openedAhead: Map<string, IDBOpenDBRequest> | undefined;
}

/** Undefined where nobody has. Not to be closed: somebody will take it. */
export const openedAhead = (name: string): IDBOpenDBRequest | undefined => globalThis.openedAhead?.get(name);

/** For the one who reads it. */
export function takeOpenedAhead(name: string): IDBOpenDBRequest | undefined {
  const opening = openedAhead(name);
  globalThis.openedAhead?.delete(name);
  return opening;
}
