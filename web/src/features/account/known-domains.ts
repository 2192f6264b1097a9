/** What the server last told this device of the owner's domains, so that the screen shows them offline as well. */
import { domainRoutes } from "@shelv/contract/routes/domains";
import * as v from "valibot";
import type { AnswerOf } from "#api/call";
import type { LocalStore } from "#local-store/local-store";

const KEY = "domains";

export type Domains = AnswerOf<typeof domainRoutes.list>;

/** Null where this device knows nothing, or has it in a shape that an older build kept. */
export async function knownDomains(store: LocalStore): Promise<Domains | null> {
  const known = v.safeParse(domainRoutes.list.answer, (await store.lastKnown.get(KEY))?.value);
  return known.success ? known.output : null;
}

export async function keepDomains(store: LocalStore, value: Domains): Promise<void> {
  await store.lastKnown.put({ key: KEY, value, at: Date.now() });
}
