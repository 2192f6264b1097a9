import { hasDirtyForms } from "./dirty-forms";

const LOOK_AGAIN_MS = 500;
/** No network that carries a page at all needs longer. */
const STILL_HERE_AFTER_MS = 30_000;

let held = 0;

/**
 * While this runs, nothing reloads the page: an exchange with the server that is cut off costs a second one, and of a reload and a step back
 * in the history the browser does one.
 */
export async function holdingReload<T>(work: () => Promise<T>): Promise<T> {
  held += 1;
  try {
    return await work();
  } finally {
    held -= 1;
  }
}

const mayReload = (): boolean => held === 0 && !hasDirtyForms();

/** Reloads the page as soon as nothing that is typed would be lost and nothing that runs cut off; again where something took the place of that. */
export function reloadWhenIdle(reload: () => void = () => location.reload()): void {
  const isTime = mayReload();
  if (isTime) reload();
  setTimeout(reloadWhenIdle, isTime ? STILL_HERE_AFTER_MS : LOOK_AGAIN_MS, reload);
}
