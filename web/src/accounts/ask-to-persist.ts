import { isFirstToAsk } from "./current-account";

export async function askToPersist(): Promise<void> {
  // Some browsers pass the question on to the owner: a "no" is final.
  if (!navigator.storage?.persist || !(await isFirstToAsk("persist"))) return;
  if (!(await navigator.storage.persisted())) await navigator.storage.persist();
}
