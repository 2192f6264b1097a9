import { hasDirtyForms } from "./dirty-forms";

const LOOK_AGAIN_MS = 500;

let held = 0;

/** While this runs, nothing reloads the page: an exchange with the server that is cut off costs a second one. */
export async function holdingReload<T>(work: () => Promise<T>): Promise<T> {
  held += 1;
  try {
    return await work();
  } finally {
    held -= 1;
  }
}

const mayReload = (): boolean => held === 0 && !hasDirtyForms();

/** Reloads the page as soon as nothing that is typed would be lost and nothing that runs cut off. */
export function reloadWhenIdle(reload: () => void = () => location.reload()): void {
  if (mayReload()) reload();
  else setTimeout(reloadWhenIdle, LOOK_AGAIN_MS, reload);
}
