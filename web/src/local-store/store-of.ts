import { LocalStore } from "./local-store";
import { forgetSetupAnswers } from "./setup-answers";

const stores = new Map<string, LocalStore>();

/** This page's one store of an account, opened when it is first asked something. One that was deleted stays so: whoever signs in again has a new one. */
export function storeOf(userId: string): LocalStore {
  const known = stores.get(userId);
  if (known && !known.isGone) return known;
  const store = new LocalStore(userId);
  // A tab that is awake hears of this for certain, and may hear too late what the device said of it.
  store.onGone(() => forgetSetupAnswers(userId));
  stores.set(userId, store);
  return store;
}
