import { hasDirtyForms } from "#ui/forms/dirty-forms";

const LOOK_AGAIN_MS = 500;
/** Longer than any network that can load a page needs. */
const STILL_HERE_AFTER_MS = 30_000;

let running = 0;

/**
 * While `work` runs, nothing reloads the page: a request cut off costs a second one, and the browser performs only one of a
 * reload and a simultaneous history step.
 */
export async function holdingReload<T>(work: () => Promise<T>): Promise<T> {
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
  }
}

const mayReload = (): boolean => running === 0 && !hasDirtyForms();

/** Reloads once no typed text would be lost and no work cut off; tries again if the page is still open afterwards. */
export function reloadWhenIdle(reload: () => void = () => location.reload()): void {
  const isTime = mayReload();
  if (isTime) reload();
  setTimeout(reloadWhenIdle, isTime ? STILL_HERE_AFTER_MS : LOOK_AGAIN_MS, reload);
}
