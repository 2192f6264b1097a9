import { ComingStore } from "#local-store/boot/lazy-store";
import { forgetSetupAnswers } from "./setup-answers";
import type { StoreHandle } from "#local-store/boot/store-handle";

const stores = new Map<string, StoreHandle>();

/** This page's one store of an account, opened when it is first asked something. One that was deleted stays so: whoever signs in again has a new one. */
export function storeOf(userId: string): StoreHandle {
  const known = stores.get(userId);
  if (known && !known.isGone) return known;
  const store = new ComingStore(userId);
  // A tab that is awake hears of this for certain, and may hear too late what the device said of it.
  store.onGone(() => forgetSetupAnswers(userId));
  stores.set(userId, store);
  return store;
}
