import { expect, test } from "vitest";
import { openStore } from "#local-store/testing/open-store";
import { keepDomains, knownDomains } from "./known-domains";

test("What the server said of domains is there without it; what an older build kept in another shape is not", async () => {
  const store = openStore();
  expect(await knownDomains(store)).toBeNull();
  const domains = { isOffered: true, isInPlan: true, domains: [] };
  await keepDomains(store, domains);
  expect(await knownDomains(store)).toEqual(domains);
  await store.lastKnown.put({ key: "domains", value: { ...domains, domains: ["www.ada.com"] }, at: 0 });
  expect(await knownDomains(store)).toBeNull();
});
