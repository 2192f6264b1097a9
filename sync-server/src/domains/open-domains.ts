import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import type { ReportBug } from "#http/answer-errors";
import { HeldDomains } from "./held-domains.ts";
import { NameLookup } from "./name-lookup.ts";

const RELOADED_EVERY_MS = 5 * 60_000;

type DomainSettings = { publicUrl: string | null; pageHost: string | null; dnsServers: string[] | null };
type Deps = { reader: Kysely<Schema>; isAlone: boolean; now: () => Date; reportBug: ReportBug };

export type Domains = {
  heldDomains: HeldDomains;
  /** The lookup of owners' domains; null without a public URL for domains to point to. */
  names: NameLookup | null;
  close(): void;
};

/** `isAlone`: no other process changes domains. */
export async function openDomains(
  { publicUrl, pageHost, dnsServers }: DomainSettings,
  { reader, isAlone, now, reportBug }: Deps,
): Promise<Domains> {
  const heldDomains = new HeldDomains(reader);
  await heldDomains.reload();
  // A process may die after changing a domain and before announcing it.
  const reloading = isAlone
    ? undefined
    : setInterval(() => void heldDomains.reload().catch(reportBug), RELOADED_EVERY_MS).unref();
  const names =
    publicUrl === null
      ? null
      : new NameLookup({ servers: dnsServers, targetName: pageHost ?? new URL(publicUrl).hostname, now });
  return {
    heldDomains,
    names,
    close() {
      clearInterval(reloading);
      names?.close();
    },
  };
}
