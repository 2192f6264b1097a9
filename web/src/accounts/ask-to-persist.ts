import { isFirstToAsk } from "./current-account";

/** Asks the browser, once per device and after something worth keeping was made, not to clear this site when space is short. */
export async function askToPersist(): Promise<void> {
  // Some browsers ask the owner in turn, so a "no" is not asked again.
  if (!navigator.storage?.persist || !(await isFirstToAsk("persist"))) return;
  if (!(await navigator.storage.persisted())) await navigator.storage.persist();
}
