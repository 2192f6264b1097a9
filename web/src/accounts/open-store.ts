import { LazyStore, type StoreHandle } from "#local-store/boot/lazy-store";
import { forgetSetupAnswers } from "./setup-answers";

const stores = new Map<string, StoreHandle>();

/** This page's only store of the account. A deleted one stays closed: the next sign-in gets a new one. */
export function openStore(userId: string): StoreHandle {
  const known = stores.get(userId);
  if (known && !known.isGone) return known;
  const store = new LazyStore(userId);
  // An awake tab always gets this event, but may hear of the sign-out too late.
  store.onGone(() => forgetSetupAnswers(userId));
  stores.set(userId, store);
  return store;
}
