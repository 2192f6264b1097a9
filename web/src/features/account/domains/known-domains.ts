/** The server's last answer about the owner's domains, stored so that the screen shows them offline. */
import { domainRoutes } from "@shelv/contract/routes/domains";
import * as v from "valibot";
import type { AnswerOf } from "#api/call";
import type { LocalStore } from "#local-store/local-store";

const KEY = "domains";

export type Domains = AnswerOf<typeof domainRoutes.list>;

/** Null if this device has none, or has them in an older build's shape. */
export async function knownDomains(store: LocalStore): Promise<Domains | null> {
  const known = v.safeParse(domainRoutes.list.answer, (await store.lastKnown.get(KEY))?.value);
  return known.success ? known.output : null;
}

export async function storeDomains(store: LocalStore, value: Domains): Promise<void> {
  await store.lastKnown.put({ key: KEY, value, at: Date.now() });
}
