import { domainRoutes } from "@shelv/contract/routes/domains";
import * as v from "valibot";
import type { AnswerOf } from "#api/call";
import type { LocalStore } from "#local-store/local-store";

const KEY = "domains";

export type Domains = AnswerOf<typeof domainRoutes.list>;

export async function knownDomains(store: LocalStore): Promise<Domains | null> {
  const known = v.safeParse(domainRoutes.list.answer, (await store.lastKnown.get(KEY))?.value);
  return known.success ? known.output : null;
}

export async function storeDomains(store: LocalStore, value: Domains): Promise<void> {
  await store.lastKnown.put({ key: KEY, value, at: Date.now() });
}
