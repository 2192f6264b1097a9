/** A frozen tab may hold the lock forever. */
const WAITS_AT_MOST_MS = 60_000;
/** A visible tab's owner is waiting. */
const STEALS_AFTER_MS = 3000;

/**
 * One task of this name at a time over all tabs. Correctness never depends on it: a frozen tab loses the
 * lock. With `steals`, a visible tab soon takes it from a hidden one.
 */
export async function withSyncLock<T>(
  name: string,
  task: () => Promise<T>,
  { steals = false } = {},
): Promise<T> {
  if (!("locks" in navigator)) return task();
  let result: Promise<T> | undefined;
  const { frozen, stop } = untilFrozen();
  const hold = () => Promise.race([(result = task()).catch(() => undefined), frozen]);
  const patience = new AbortController();
  const giveUp = () => patience.abort();
  const timer = setTimeout(giveUp, steals && isVisible() ? STEALS_AFTER_MS : WAITS_AT_MOST_MS);
  if (steals) document.addEventListener("visibilitychange", giveUp, { signal: patience.signal });
  const lock = `shelv-${name}`;
  await navigator.locks.request(lock, { signal: patience.signal }, hold).catch(() => undefined);
  clearTimeout(timer);
  if (!result && steals && isVisible())
    await navigator.locks.request(lock, { steal: true }, hold).catch(() => undefined);
  patience.abort();
  stop();
  return result ?? task();
}

const isVisible = () => document.visibilityState === "visible";

function untilFrozen(): { frozen: Promise<void>; stop: () => void } {
  const stopped = new AbortController();
  const { signal } = stopped;
  const frozen = new Promise<void>((resolve) => {
    document.addEventListener("freeze", () => resolve(), { signal });
  });
  return { frozen, stop: () => stopped.abort() };
}
