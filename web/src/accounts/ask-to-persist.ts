import { isFirstToAsk } from "./current-account";

/** Asks the browser, once per device, not to clear this site when space is short. */
export async function askToPersist(): Promise<void> {
  // Some browsers ask the owner: a "no" is final.
  if (!navigator.storage?.persist || !(await isFirstToAsk("persist"))) return;
  if (!(await navigator.storage.persisted())) await navigator.storage.persist();
}
