const LOOK_AGAIN_MS = 500;
/** Longer than a page takes on any useful network. */
const STILL_HERE_AFTER_MS = 30_000;

let running = 0;
const holds: (() => boolean)[] = [];

/**
 * A reload would cut off a request, and a browser does only one of a reload and a simultaneous history step.
 */
export async function holdingReload<T>(work: () => Promise<T>): Promise<T> {
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
  }
}

/** A module calls this once, at load. */
export function holdReloadWhile(isHolding: () => boolean): void {
  holds.push(isHolding);
}

const mayReload = (): boolean => running === 0 && !holds.some((isHolding) => isHolding());

/** Reloads again if the page is still open afterwards. */
export function reloadWhenIdle(reload: () => void = () => location.reload()): void {
  const isTime = mayReload();
  if (isTime) reload();
  setTimeout(reloadWhenIdle, isTime ? STILL_HERE_AFTER_MS : LOOK_AGAIN_MS, reload);
}
