import { expect, test } from "vitest";
import { openTestStore } from "#local-store/testing/open-test-store";
import { storeDomains, knownDomains } from "./known-domains";

test("the last domains are available offline; another shape is ignored", async () => {
  const store = openTestStore();
  expect(await knownDomains(store)).toBeNull();
  const domains = { isOffered: true, isInPlan: true, domains: [] };
  await storeDomains(store, domains);
  expect(await knownDomains(store)).toEqual(domains);
  await store.lastKnown.put({ key: "domains", value: { ...domains, domains: ["www.ada.com"] }, at: 0 });
  expect(await knownDomains(store)).toBeNull();
});
