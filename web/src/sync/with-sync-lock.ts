/** A tab that was suspended in the middle may hold the lock forever. */
const WAIT_FOR_LOCK_MS = 60_000;

/**
 * Runs one task of this name at a time over all tabs, to save work. Correctness never depends on it, and so
 * neither does progress.
 */
export async function withSyncLock<T>(name: string, task: () => Promise<T>): Promise<T> {
  if (!("locks" in navigator)) return task();
  const timeout = AbortSignal.timeout(WAIT_FOR_LOCK_MS);
  let result: Promise<T> | undefined;
  await navigator.locks
    .request(`shelv-${name}`, { signal: timeout }, () => (result = task()).catch(() => undefined))
    .catch(() => undefined);
  return result ?? task();
}
