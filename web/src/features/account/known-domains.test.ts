import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { LocalStore } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { keepDomains, knownDomains } from "./known-domains";

test("What the server said of domains is there without it; what an older build kept in another shape is not", async () => {
  const store = new LocalStore(newId());
  expect(await knownDomains(store)).toBeNull();
  const domains = { isOffered: true, isInPlan: true, domains: [] };
  await keepDomains(store, domains);
  expect(await knownDomains(store)).toEqual(domains);
  await store.lastKnown.put({ key: "domains", value: { ...domains, domains: ["www.ada.com"] }, at: 0 });
  expect(await knownDomains(store)).toBeNull();
  await store.delete();
});
